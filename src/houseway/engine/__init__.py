"""The engine: inputs, questions, events, the driver of a round, the deck and money rows."""
