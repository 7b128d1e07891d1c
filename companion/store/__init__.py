"""WHAT HAPPENED. Sittings and their logs, kept in a database; what a log is worth is for the rules to say.

Every function here needs an application context, opens its own connection and gives it back: what it returns
holds none. What the database can't do comes out as StoreTrouble.
"""

from companion.store.access import (
    NoSuchSitting,
    clear_television,
    find,
    find_code,
    long_turns,
    new_links,
    send_to_television,
    sent_to_television,
    show_code,
)
from companion.store.database.backup import back_up_nightly, backup, backup_to, is_file
from companion.store.database.checkup import check_up
from companion.store.database.connect import application, init_app
from companion.store.database.copying import copy_to
from companion.store.database.engine import answer
from companion.store.database.lock import only_server
from companion.store.database.restore import BadBackup, be_seen, put_back, put_back_from
from companion.store.database.trouble import Damaged, StoreTrouble, Unreadable
from companion.store.database.upgrade import secret_key, upgrade
from companion.store.draws import DrawnBeginner, draw, drawn
from companion.store.evenings import (
    Remark,
    RemarkChanged,
    aliases,
    ended_together,
    evenings,
    join_names,
    links,
    part_names,
    remark_of,
    remarks,
    series_among,
    write_remark,
)
from companion.store.files import Progress, bring_in, export, export_all, find_named, import_games
from companion.store.forget import forget, prune
from companion.store.incoming import ImportRefused
from companion.store.log import names_now, read
from companion.store.memory import recall, recall_all
from companion.store.processes import ProcessChannel, Received, Snapshot, channel, snapshots
from companion.store.results import remake_results
from companion.store.sittings import (
    follower,
    go_on,
    open_once,
    open_sitting,
    owners,
    put_away,
    visit,
    visited,
    visits,
)
from companion.store.tables import Sitting, Visit
from companion.store.tap import ID, Conflicting, Noted, Stale, Tap, Wanted, note
