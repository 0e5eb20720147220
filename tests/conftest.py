"""What all tests share: a busy machine refuses no made-up input, and programs that tests start hear Ctrl-C."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started by nohup, or by a script's "&"
    signal.signal(signal.SIGINT, signal.default_int_handler)
