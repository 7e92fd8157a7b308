"""A bot in 50 lines of plain Python: it joins a table of any game and plays at random to the end.

python bot.py http://127.0.0.1:8000/t/lotus-42-ibis-7q4kx2 [NAME]
"""

import json
import random
import secrets
import sys
import urllib.error
import urllib.request


def call(url, token="", body=None):
    """The open answer; a refusal comes back as an answer too, because it holds a sentence."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    text = None if body is None else json.dumps(body).encode()
    try:
        return urllib.request.urlopen(urllib.request.Request(url, text, headers), timeout=60)
    except urllib.error.HTTPError as refused:
        return refused


def good(answer):
    told = json.load(answer)
    return told if answer.status < 400 else sys.exit(told["sentence"])


def play(site, code, name):
    token = good(call(f"{site}/api/people", body={"name": name}))["token"]
    table = f"{site}/api/tables/{code}"
    good(call(f"{table}/sit", token, {"seed": secrets.token_hex(16)}))
    yours, choices = [], []
    for line in call(f"{table}/stream", token):
        told = json.loads(line) if line.strip() else {}
        yours = told.get("yours", yours)
        now = told.get("now")
        if not now:
            continue
        if now["ending"]:
            return now["ending"]
        choices = choices if told.get("same") else now["choices"]
        message = {"id": secrets.token_hex(8)}
        if now["hand"] in yours:
            call(f"{table}/messages", token, {"type": "go", **message})
        elif mine := [seat for seat in yours if choices[seat]]:
            action = random.choice(choices[mine[0]])["text"]
            message |= {"type": "act", "seat": mine[0], "action": action}
            call(f"{table}/messages", token, message)
    return sys.exit("The stream ended before the match did.")


if __name__ == "__main__":
    site, _, code = "".join(sys.argv[1:2]).rstrip("/").rpartition("/t/")
    if not site:
        sys.exit(__doc__)
    end = play(site, code, " ".join(sys.argv[2:]) or "Random bot")
    print(f"{end['reason']} Places by seat: {end['places']}")
