/* Texts of a game's chance, of checking it, and of what else is offered when it is over. They are fetched with what says them. */

export const PROOF_EN = {
  "fair.how":
    "Before the game the server promised its secret by a hash, and each player's browser promised a seed the same way. " +
    "All draws follow from both, so nobody could choose them. After the game the secret is shown and everything can be checked.",
  "fair.commitment": "The server's promise (SHA-256 of its secret)",
  "fair.seed": "Your seed",
  "fair.seed_hash": "Your promise (SHA-256 of your seed)",
  "fair.head": "The newest hash of the game's log: who keeps it notices if the log is changed",
  "fair.secret": "The server's secret",
  "fair.seeds": "The players' seeds",
  "fair.no_seed": "none",
  "fair.not_yet": "It is shown when the game is over.",
  "fair.kept": "The secret fits the promise.",
  "fair.broken": "The secret does not fit the promise!",

  "proof.check": "Check this game",
  "proof.checking": "Checking …",
  "proof.progress": "How far the check is",
  "proof.download": "Download the game",
  "proof.file": "Check a file",
  "proof.what":
    "Your browser fetches the whole log of the game and reckons everything again by itself, without trusting the server.",

  "proof.holds": "Everything holds.",
  "proof.holds_so_far": "What there is holds. The game does not end in this file, so its draws cannot be checked yet.",
  "proof.fails": "It does not hold!",
  "proof.at": "Entry {entry}",
  "proof.form": "It cannot be read as a part of a game: it was damaged, or is no game at all.",
  "proof.order": "It does not follow from the one before: something was left out, put in or moved.",
  "proof.chain": "It was changed after it was written: its hash does not follow from the one before.",
  "proof.begin": "It does not begin a game.",
  "proof.commitment": "The server's secret is not the one that it had promised.",
  "proof.seed": "A player's seed is not the one that was promised, or yours is missing.",
  "proof.draw": "The outcome of a draw does not follow from the secret and the seeds.",
  "proof.head": "An entry is missing that your browser was given the hash of: the log was written anew or cut short.",
  "proof.end": "It comes after the end of the game.",
  "proof.header": "The first line of the file says something else than the game in it.",
  "proof.no_header": "It does not begin as the file of a game does.",
  "proof.told": "Your browser was told something else about it.",

  "proof.checked": "What was checked",
  "proof.entries": { one: "{count} entry, whole and unchanged", other: "{count} entries: each follows from the one before" },
  "proof.draws": {
    one: "{count} draw, made again from the secret and the seeds: it came out the same",
    other: "{count} draws, made again from the secret and the seeds: all came out the same",
  },
  "proof.undrawn": { one: "{count} draw could not be made again", other: "{count} draws could not be made again" },
  "proof.heads": {
    one: "{count} hash that your browser was given during the game: it stands in the log",
    other: "{count} hashes that your browser was given during the game: all stand in the log",
  },
  "proof.no_heads": "Your browser kept no hash of this game, so it would not notice if all of it had been written anew",
  "proof.events": {
    one: "{count} event that your browser was told: it stands in the log",
    other: "{count} events that your browser was told: all stand in the log",
  },
  "proof.seed_used": "Your seed, which took part in all draws",
  "proof.seed_late": "Your seed, which came too late and took no part in the draws",
  "proof.is_fork": "The game began from a given position. How that came about does not stand in this log",
  "proof.unseen":
    "A page cannot see whether every move followed the rules of the game. For that there is the program: divan verify with this file.",

  "proof.ways": "After the game",
  "proof.fork": "Play on from here",
  "proof.fork_what":
    "Opens a new room in which the game stands as it does here, after move {number}. You take the seat whose eyes you look with; friends or bots take the others. The dice are new, and this game stays as it is.",
  "proof.fork_over": "Here the game is over: go back to an earlier move to play on from there.",
  "proof.fork_open": "Open the room",

  "proof.title": "Check a game",
  "proof.lead":
    "Every game that is over can be had as a file, and anybody can check such a file: that nothing in it was changed, and that all " +
    "dice follow from the secrets promised beforehand. The file does not leave your browser.",
  "proof.drop": "Drop a .divan file here, or choose one.",
  "proof.choose": "Choose a file",
  "proof.which": "{game}, {date}",
  "proof.unknown": "No game",
  "proof.more": { one: "{count} more game, which holds", other: "{count} more games, all of which hold" },
} as const;
