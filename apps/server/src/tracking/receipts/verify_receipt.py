#!/usr/bin/env python3
"""Checks a delivery receipt by docs/receipts.md alone.

    python3 verify_receipt.py receipt.json receipt-keys.json

Says "holds" and ends with 0, or says what does not hold and ends with 1.
"""
import base64
import hashlib
import json
import re
import sys
from datetime import datetime, timedelta


class Wrong(Exception):
    """What does not hold."""


def want(holds, what):
    if not holds:
        raise Wrong(what)


# Canonical JSON (RFC 8785), of whole numbers ---------------------------------------------------------------------------
SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def letter(one):
    if one in SHORT:
        return SHORT[one]
    code = ord(one)
    return "\\u%04x" % code if code < 0x20 or 0xD800 <= code <= 0xDFFF else one


def canonical(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        want(abs(value) < 2**53, "a number is too large")
        return str(value)
    if isinstance(value, str):
        return '"' + "".join(map(letter, value)) + '"'
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    want(isinstance(value, dict), "a number is not whole")
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"


def without_twins(pairs):
    want(len({name for name, _ in pairs}) == len(pairs), "a name stands twice")
    return dict(pairs)


# Ed25519 (RFC 8032, section 5.1 and its appendix) ----------------------------------------------------------------------
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar, point):
    sum_ = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            sum_ = add(sum_, point)
        point = add(point, point)
        scalar >>= 1
    return sum_


def same(one, other):
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(public, signature, message):
    if len(public) != 32 or len(signature) != 64:
        return False
    key, r, s = point_of(public), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    return same(times(s, BASE), add(r, times(int.from_bytes(digest, "little") % L, key)))


# The tables: what each name may be --------------------------------------------------------------------------------------
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
CLOCK = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d")


def text(value):
    return isinstance(value, str)


def count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def flag(value):
    return isinstance(value, bool)


def or_null(kind):
    return lambda value: value is None or kind(value)


def hexed(digits):
    return lambda value: isinstance(value, str) and re.fullmatch("[0-9a-f]{%s}" % digits, value) is not None


def one_of(*values):
    return lambda value: isinstance(value, str) and value in values


def list_of(kind):
    return lambda value: isinstance(value, list) and all(map(kind, value))


def table(**kinds):
    def fits(value):
        if not isinstance(value, dict) or set(value) != set(kinds):
            return False
        return all(kind(value[name]) for name, kind in kinds.items())

    return fits


def instant(value):
    """The time in milliseconds, or None where it is none."""
    try:
        return (datetime.fromisoformat(value.replace("Z", "+00:00")) - EPOCH) // timedelta(milliseconds=1)
    except ValueError:
        return None


EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


def time(value):
    return isinstance(value, str) and TIME.fullmatch(value) is not None and instant(value) is not None


def clock(value):
    return isinstance(value, str) and CLOCK.fullmatch(value) is not None and instant(value) is not None


MOMENT = {"utc": time, "sender": or_null(clock), "recipient": or_null(clock)}
WHERE = {"country": or_null(text), "city": or_null(text), "timeZone": or_null(text)}
PARTY = {"name": or_null(text), "company": or_null(text), "email": or_null(text), "salt": or_null(hexed("2,")), **WHERE}
EVIDENCE = ("handed-over", "sent-by-proxy", "received")
moment = table(**MOMENT)
entry_moment = table(entry=count, **MOMENT)
LISTED = {"id": text, "path": text, "bytes": count}


def listed_file(value):
    return table(**LISTED)(value) or table(sha256=hexed(64), **LISTED)(value)


evidence = or_null(one_of(*EVIDENCE))
TRANSFER = {
    "id": text,
    "slug": text,
    "sendAs": one_of("email", "link"),
    "sentAt": or_null(entry_moment),
    "expiresAt": or_null(moment),
}
RECEIPT = dict(
    issuer=text,
    issuedAt=moment,
    sender=table(isProven=flag, **PARTY),
    recipient=table(id=text, addedAt=moment, isRemoved=flag, **PARTY),
    identity=or_null(table(by=one_of("account", "code", "personal link", "open link"), at=moment, entry=count)),
    files=list_of(
        table(
            id=text,
            name=text,
            bytes=count,
            sha256=or_null(hexed(64)),
            state=one_of("checked", "in preparation", "withdrawn", "not arrived"),
            version=count,
            replaces=or_null(text),
            replacedBy=or_null(text),
            addedAt=moment,
            removedAt=or_null(moment),
            checkedAt=or_null(entry_moment),
            beganAt=or_null(entry_moment),
            finishedAt=or_null(entry_moment),
            evidence=evidence,
            doubtBytes=count,
            deliveredBytes=count,
        )
    ),
    delivery=table(
        bytes=count,
        deliveredBytes=count,
        doubtBytes=count,
        openedAt=or_null(entry_moment),
        finishedAt=or_null(entry_moment),
        evidence=evidence,
    ),
    chain=table(
        start=hexed(64),
        length=count,
        head=hexed(64),
        leftOut=count,
        entries=list_of(
            table(
                place=count,
                at=moment,
                kind=text,
                actorKind=one_of("human", "bot", "owner"),
                reason=or_null(text),
                detail=or_null(text),
                file=or_null(text),
                path=or_null(text),
                files=or_null(list_of(listed_file)),
                bytes=or_null(count),
                device=or_null(text),
                evidence=evidence,
                doubtBytes=or_null(count),
                lateMs=or_null(count),
                text=text,
                before=hexed(64),
                hash=hexed(64),
                **WHERE,
            )
        ),
    ),
)
TITLED = dict(title=or_null(text), **TRANSFER)
UPLOADED = dict(whileUploading=flag, wholeAt=or_null(entry_moment), **TITLED)
third_shape = table(format=one_of("waybill receipt 3"), transfer=table(**TRANSFER), **RECEIPT)
fourth_shape = table(format=one_of("waybill receipt 4"), transfer=table(**TITLED), **RECEIPT)
present_shape = table(format=one_of("waybill receipt 5"), transfer=table(**UPLOADED), **RECEIPT)


def receipt_shape(value):
    if present_shape(value):
        return True
    is_former = third_shape(value) or fourth_shape(value)
    return is_former and all(file["state"] != "not arrived" for file in value["files"])


signed_shape = table(key=hexed(20), receipt=receipt_shape, signature=text)


# To check a receipt, step by step ---------------------------------------------------------------------------------------
def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


def read_signed(data):
    try:
        given = data.decode("utf-8")
        signed = json.loads(given, object_pairs_hook=without_twins)
    except (UnicodeDecodeError, ValueError):
        raise Wrong("it is no JSON") from None
    want(canonical(signed).encode("utf-8") == data, "it is not canonical")
    want(signed_shape(signed), "it is not a receipt as the tables have it")
    return signed


def check_signature(signed, keys):
    key = next((key for key in keys if key["id"] == signed["key"]), None)
    want(key is not None, "its key is not listed")
    public = base64.b64decode(key["publicKey"], validate=True)
    want(sha256(public)[:20] == signed["key"], "the key is another than its id says")
    try:
        signature = base64.b64decode(signed["signature"], validate=True)
    except ValueError:
        raise Wrong("the signature is no base64") from None
    want(base64.b64encode(signature).decode() == signed["signature"], "the signature is written in another way")
    message = canonical(signed["receipt"]).encode("utf-8")
    want(is_signed(public, signature, message), "the signature is not good")
    retired = key["retiredAt"]
    issued = instant(signed["receipt"]["issuedAt"]["utc"])
    want(retired is None or issued <= instant(retired) + 3_600_000, "it is dated after its key was retired")


def lines_of(entry):
    """The 22 lines of an entry's text, None for those that are not there."""
    lines = entry["text"].split("\n")
    want(len(lines) == 22, "an entry has not 22 lines")
    told = lines[:6]
    for line in lines[6:]:
        want(line == "-" or re.fullmatch(r"=(?:[^\\]|\\\\|\\n)*", line), "a line is not written as lines are")
        told.append(None if line == "-" else re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else "\\", line[1:]))
    return told


def check_text(receipt, entry, lines):
    files = entry["files"]
    digest = None if files is None else sha256(canonical(files).encode("utf-8"))
    shown = {1: receipt["transfer"]["id"], 2: entry["place"], 3: entry["at"]["utc"], 19: digest}
    names = {5: "kind", 6: "actorKind", 7: "reason", 9: "file", 10: "bytes", 11: "detail", 12: "country", 13: "city"}
    names |= {14: "timeZone", 15: "device", 18: "path", 20: "evidence", 21: "doubtBytes", 22: "lateMs"}
    shown |= {line: entry[name] for line, name in names.items()}
    for line, value in shown.items():
        told = None if value is None else str(value)
        want(lines[line - 1] == told, "entry %d says something else on line %d" % (entry["place"], line))
    want(lines[7] in (None, receipt["recipient"]["id"]), "entry %d is about somebody else" % entry["place"])
    is_checked = entry["kind"] == "checked"
    as_kind = all(("sha256" in file) == is_checked for file in files or [])
    want(as_kind, "the list of entry %d is not that of its kind" % entry["place"])
    want(entry["file"] is None or files is None, "entry %d has a file and a list" % entry["place"])


def check_person(receipt, lines):
    party = receipt["sender"] if lines[7] is None else receipt["recipient"]
    if lines[16] is None or party["salt"] is None or party["email"] is None:
        return
    digest = sha256(bytes.fromhex(party["salt"]), party["email"].encode("utf-8"))
    want(digest == lines[16], "a digest is of another person")


def check_chain(receipt):
    """Returns the lines of each entry, by its place."""
    chain = receipt["chain"]
    start = sha256(("waybill ledger 2\n" + receipt["transfer"]["id"]).encode("utf-8"))
    want(chain["start"] == start, "the chain starts elsewhere")
    want(chain["length"] > 0 or chain["head"] == start, "the head of an empty ledger is not its start")
    place, last, all_lines = 0, start, {}
    for entry in chain["entries"]:
        want(place < entry["place"] <= chain["length"], "entry %d is out of place" % entry["place"])
        if entry["place"] == place + 1:
            want(entry["before"] == last, "entry %d does not follow" % entry["place"])
        hashed = sha256(bytes.fromhex(entry["before"]), entry["text"].encode("utf-8"))
        want(hashed == entry["hash"], "entry %d has another hash" % entry["place"])
        place, last = entry["place"], entry["hash"]
        want(place < chain["length"] or last == chain["head"], "the head is not the last entry's")
        all_lines[place] = lines_of(entry)
        check_text(receipt, entry, all_lines[place])
        check_person(receipt, all_lines[place])
    want(len(chain["entries"]) + chain["leftOut"] <= chain["length"], "more entries than the ledger has")
    return all_lines


def moments_in(value):
    if isinstance(value, dict):
        if "utc" in value:
            yield value
        for member in value.values():
            yield from moments_in(member)
    if isinstance(value, list):
        for member in value:
            yield from moments_in(member)


def check_clocks(receipt):
    for one in moments_in(receipt):
        for name in ("sender", "recipient"):
            want(one[name] is None or instant(one[name]) == instant(one["utc"]), "the clocks of a moment differ")


class Told:
    """What the entries that are shown tell."""

    def __init__(self, receipt, all_lines):
        chain = receipt["chain"]
        self.entries = chain["entries"]
        self.length, self.left_out = chain["length"], chain["leftOut"]
        human = [entry for entry in self.entries if entry["actorKind"] == "human"]
        self.last_human = human[-1]["place"] if human else 0
        self.theirs = [entry for entry in human if all_lines[entry["place"]][7] is not None]
        self.others = [entry for entry in human if all_lines[entry["place"]][7] is None]

    def first(self, entries, kind, file=None):
        return next((e for e in entries if e["kind"] == kind and (file is None or file in files_of(e))), None)

    def check_time(self, time_, entry, what):
        is_left_out = time_ is not None and entry is None and self.left_out > 0
        if is_left_out and self.last_human < time_["entry"] <= self.length:
            return
        want((time_ is None) == (entry is None), what + " is not what the entries tell")
        if time_ is not None:
            holds = time_["entry"] == entry["place"] and time_["utc"] == entry["at"]["utc"]
            want(holds, what + " is not the time of its entry")


def files_of(entry):
    if entry["files"] is not None:
        return [file["id"] for file in entry["files"]]
    return [] if entry["file"] is None else [entry["file"]]


def check_identity(receipt, told):
    identity = receipt["identity"]
    proof = told.first(told.theirs, "proven")
    visits = [entry for entry in told.theirs if entry["kind"] not in ("mailed", "bounced", "stalled")]
    by_link = "personal link" if receipt["transfer"]["sendAs"] == "email" else "open link"
    is_proven = identity is not None and identity["by"] in ("account", "code")
    entry = proof or (visits[0] if visits and not is_proven else None)
    time_ = None if identity is None else {**identity["at"], "entry": identity["entry"]}
    told.check_time(time_, entry, "identity")
    if entry is not None:
        by_proof = "account" if proof and proof["detail"] == "account" else "code"
        want(identity["by"] == (by_proof if proof else by_link), "identity is known in another way")
    elif identity is not None:
        want(is_proven or identity["by"] == by_link, "identity is known in another way")


def check_file(file, told):
    name = "file " + file["id"]
    told.check_time(file["beganAt"], told.first(told.theirs, "begun", file["id"]), name + ": beganAt")
    end = told.first(told.theirs, "finished", file["id"])
    told.check_time(file["finishedAt"], end, name + ": finishedAt")
    if end is not None or file["finishedAt"] is None:
        want(file["evidence"] == (end and end["evidence"]), name + ": evidence")
        want(file["doubtBytes"] == ((end and end["doubtBytes"]) or 0), name + ": doubtBytes")
    for listed in (end and end["files"]) or []:
        want(listed["id"] != file["id"] or listed["bytes"] == file["bytes"], name + ": bytes")
    if file["finishedAt"] is not None:
        want(file["deliveredBytes"] == file["bytes"], name + " is finished and not whole")
    else:
        brought = [e for e in told.theirs if e["kind"] == "delivered" and e["file"] in (file["id"], None)]
        most = file["bytes"] if told.left_out > 0 else sum(entry["bytes"] or 0 for entry in brought)
        want(file["deliveredBytes"] <= min(file["bytes"], most), name + ": deliveredBytes")
    check_sum(file, told, name)


def check_sum(file, told, name):
    entry = told.first(told.others, "checked", file["id"])
    told.check_time(file["checkedAt"], entry, name + ": checkedAt")
    is_checked = file["state"] == "checked"
    want((file["sha256"] is not None) == is_checked, name + ": sha256")
    want(file["state"] == "withdrawn" or (file["checkedAt"] is not None) == is_checked, name + ": state")
    for listed in entry["files"] if entry else []:
        if listed["id"] == file["id"]:
            want(listed["bytes"] == file["bytes"], name + ": bytes")
            want(file["sha256"] in (None, listed["sha256"]), name + ": sha256")


def check_upload(receipt, told):
    transfer = receipt["transfer"]
    if "wholeAt" not in transfer:
        return
    ends = [entry for entry in told.others if entry["kind"] in ("arrived", "dropped")]
    told.check_time(transfer["wholeAt"], ends[0] if ends else None, "transfer.wholeAt")
    sent = [e for e in told.others if e["kind"] == "sent" and e["detail"] == "while-uploading"]
    if sent or ends or told.first(told.others, "broke_off"):
        want(transfer["whileUploading"], "transfer.whileUploading is not what the entries tell")
    else:
        want(not transfer["whileUploading"] or told.left_out > 0, "no entry tells transfer.whileUploading")
    dropped = told.first(told.others, "dropped") is not None or told.left_out > 0
    for file in receipt["files"]:
        if file["state"] == "not arrived":
            want(dropped and file["removedAt"] is not None, "file %s: state" % file["id"])


def check_versions(files):
    by_id = {file["id"]: file for file in files}
    want(len(by_id) == len(files), "a file stands twice")
    for file in files:
        older = by_id.get(file["replaces"])
        want((older is None) == (file["replaces"] is None), "file %s replaces none of these" % file["id"])
        want(file["version"] == (1 if older is None else older["version"] + 1), "file %s: version" % file["id"])
        want(older is None or older["replacedBy"] == file["id"], "file %s: replaces" % file["id"])
        newer = by_id.get(file["replacedBy"])
        want((newer is None) == (file["replacedBy"] is None), "file %s: replacedBy" % file["id"])
        want(newer is None or newer["replaces"] == file["id"], "file %s: replacedBy" % file["id"])


def check_delivery(receipt, told):
    delivery = receipt["delivery"]
    told.check_time(delivery["openedAt"], told.first(told.theirs, "opened"), "delivery.openedAt")
    standing = [file for file in receipt["files"] if file["removedAt"] is None and file["state"] != "withdrawn"]
    for name in ("bytes", "deliveredBytes", "doubtBytes"):
        want(delivery[name] == sum(file[name] for file in standing), "delivery." + name)
    kinds = [file["evidence"] for file in standing]
    want(delivery["evidence"] == next((kind for kind in EVIDENCE if kind in kinds), None), "delivery.evidence")
    ends = [file["finishedAt"] for file in standing]
    is_whole = len(ends) > 0 and None not in ends
    last = max(ends, key=lambda end: (instant(end["utc"]), end["entry"])) if is_whole else None
    want(delivery["finishedAt"] == last, "delivery.finishedAt")


def check(data, keys):
    signed = read_signed(data)
    receipt = signed["receipt"]
    check_signature(signed, keys)
    all_lines = check_chain(receipt)
    check_clocks(receipt)
    told = Told(receipt, all_lines)
    told.check_time(receipt["transfer"]["sentAt"], told.first(told.others, "sent"), "transfer.sentAt")
    check_upload(receipt, told)
    check_identity(receipt, told)
    for file in receipt["files"]:
        check_file(file, told)
    check_versions(receipt["files"])
    check_delivery(receipt, told)


def main(receipt_path, keys_path):
    with open(receipt_path, "rb") as file, open(keys_path, encoding="utf-8") as list_:
        data, keys = file.read(), json.load(list_)["keys"]
    try:
        check(data, keys)
    except Wrong as wrong:
        print("does not hold: %s" % wrong)
        return 1
    print("holds")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
