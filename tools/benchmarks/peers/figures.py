"""What was measured of a comparison with a peer."""

from collections.abc import Mapping
from dataclasses import dataclass

from tools.benchmarks.figures import Figure
from tools.benchmarks.measure import Ratio
from tools.benchmarks.peers.catalogue import Comparison


@dataclass(frozen=True, slots=True)
class PeerFigure:
    """A comparison, the ratio measured, and what stands beside it: the times, or why there is no ratio."""

    comparison: Comparison
    measured: Ratio | None
    note: str
    versions: Mapping[str, str]
    waited: float
    """The part of its time in which one of both had to wait for a processor, in most rounds."""

    @property
    def verdict(self) -> str:
        """As of any figure; ``shown`` where there is no goal."""
        if self.comparison.goal is None and self.measured is not None:
            return "shown"
        return Figure(self.comparison.aim, self.measured).verdict
