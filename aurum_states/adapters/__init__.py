"""Games of ours in other people's programs: PettingZoo and OpenSpiel (extra ``rl``); see docs/adapters.md."""
