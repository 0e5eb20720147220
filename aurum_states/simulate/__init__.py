"""Who plays when no person does: agents, and games played out by them."""
