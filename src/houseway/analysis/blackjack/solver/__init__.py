"""Best play by composition: hands, dealer distribution and the solver."""
