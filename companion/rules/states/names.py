"""The 50 States by their two letters, as English writes them."""

from __future__ import annotations

from companion.rules.text import say

# fmt: off
STATE_NAMES = {
    "AL": say("Alabama"), "AK": say("Alaska"), "AZ": say("Arizona"), "AR": say("Arkansas"),
    "CA": say("California"), "CO": say("Colorado"), "CT": say("Connecticut"), "DE": say("Delaware"),
    "FL": say("Florida"), "GA": say("Georgia"), "HI": say("Hawaii"), "ID": say("Idaho"),
    "IL": say("Illinois"), "IN": say("Indiana"), "IA": say("Iowa"), "KS": say("Kansas"),
    "KY": say("Kentucky"), "LA": say("Louisiana"), "ME": say("Maine"), "MD": say("Maryland"),
    "MA": say("Massachusetts"), "MI": say("Michigan"), "MN": say("Minnesota"), "MS": say("Mississippi"),
    "MO": say("Missouri"), "MT": say("Montana"), "NE": say("Nebraska"), "NV": say("Nevada"),
    "NH": say("New Hampshire"), "NJ": say("New Jersey"), "NM": say("New Mexico"), "NY": say("New York"),
    "NC": say("North Carolina"), "ND": say("North Dakota"), "OH": say("Ohio"), "OK": say("Oklahoma"),
    "OR": say("Oregon"), "PA": say("Pennsylvania"), "RI": say("Rhode Island"), "SC": say("South Carolina"),
    "SD": say("South Dakota"), "TN": say("Tennessee"), "TX": say("Texas"), "UT": say("Utah"),
    "VT": say("Vermont"), "VA": say("Virginia"), "WA": say("Washington"), "WV": say("West Virginia"),
    "WI": say("Wisconsin"), "WY": say("Wyoming"),
}
# fmt: on
