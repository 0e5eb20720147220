"""What is wrong with a game, found without running it: rules, their explanations, fixes and reports."""
