"""How a round runs: inputs, questions, events, rounds, tables, money."""
