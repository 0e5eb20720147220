"""Who plays when no person does: agents, and games played out by them."""

from aurum_states.simulate.agents import Agent, Choice, RandomAgent

__all__ = ["Agent", "Choice", "RandomAgent"]
