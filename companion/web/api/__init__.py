"""The door for scripts and displays: JSON in, JSON out, into the same log that the phones write to.

No cookie is read or set here, and no token is asked for: the link in the address is the whole key. Another site gains
nothing from somebody's browser: it doesn't know the link, and if it did, it would need nobody's browser. Besides, for a
body that says it is JSON a browser asks leave first, and nobody here gives leave: there is no CORS, on purpose.
"""

from __future__ import annotations

PREFIX = "/api"
