// Aurum as a game of boardgame.io, and a table of it that a client plays on; the rules are in aurum.mjs.
import { createRequire } from "node:module";
import { join } from "node:path";
import * as aurum from "./aurum.mjs";

/** Load boardgame.io from a folder of modules. */
export function boardgameIo(modules) {
  const load = createRequire(join(modules, "x.js"));
  return {
    Client: load("boardgame.io/client").Client,
    ...load("boardgame.io/core"),
    version: load("boardgame.io/package.json").version,
  };
}

/** `chance` draws: `marker(random, players)` a seat, `deck(random, cards)` an order. */
export function gameOf({ Stage, INVALID_MOVE }, { players, autoSkip, expert, chance, seed }) {
  const moves = {};
  for (const [name, move] of Object.entries(aurum.moves)) {
    moves[name] = ({ G, playerID }, ...given) =>
      move(G, Number(playerID), ...given) ? undefined : INVALID_MOVE;
  }
  const { bid, cancelBid, ...others } = moves;
  const together = players === 3;
  return {
    name: "aurum",
    seed,
    disableUndo: true,
    setup: ({ random }) => aurum.newGame(players, chance.marker(random, players), { autoSkip, expert }),
    playerView: ({ G, playerID }) => seenBy(G, playerID),
    phases: {
      bidding: {
        start: true,
        onBegin: ({ G, random }) => aurum.startRound(G, chance.deck(random, aurum.cardsOf(G).base)),
        moves: { bid, cancelBid },
        turn: together
          ? { activePlayers: { all: Stage.NULL } }
          : {
              minMoves: 1,
              maxMoves: 1,
              order: { first: ({ G }) => G.marker, next: ({ ctx }) => (ctx.playOrderPos + 1) % players },
            },
        endIf: ({ G }) => G.phase !== "bidding",
        next: "tricks",
      },
      tricks: {
        moves: others,
        turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn } },
        endIf: ({ G }) => G.phase === "scoring",
        onEnd: ({ G }) => aurum.scoreRound(G),
        next: "bidding",
      },
    },
    endIf: ({ G }) => G.winners ?? undefined,
  };
}

/** What a seat may see (R10): its own hand, no bid of another before all are in. */
function seenBy(G, playerID) {
  const own = Number(playerID ?? NaN);
  const hidden = G.phase === "bidding" && aurum.bidsTogether(G);
  return {
    ...G,
    hands: G.hands.map((hand, seat) => (seat === own ? hand : hand.length)),
    bids: hidden ? G.bids.map((card, seat) => (seat === own ? card : card !== null)) : G.bids,
  };
}

/** A table of boardgame.io's headless client: each seat moves through `client.moves`, as a page would. */
export class BoardgameTable {
  constructor(io, setup) {
    const { Client } = io;
    this.client = Client({ game: gameOf(io, setup), numPlayers: setup.players, debug: false });
    this.client.start();
    this.store = this.client.store;
  }

  /** The whole state, from the store: `client.getState()` would make a view of it each time. */
  get G() {
    return this.store.getState().G;
  }

  get over() {
    return this.store.getState().ctx.gameover !== undefined;
  }

  /** Make a move; return whether it was accepted. */
  move(seat, [name, ...given]) {
    const { client, store } = this;
    const before = store.getState();
    if (before.ctx.activePlayers) client.updatePlayerID(String(seat));
    else if (client.playerID !== null) client.updatePlayerID(null); // whose turn it is moves
    client.moves[name](...given);
    return store.getState() !== before;
  }

  close() {
    this.client.stop();
  }
}

/** The same rules with nothing around them. */
export class PlainTable {
  constructor({ players, autoSkip, expert, chance, random }) {
    this.chance = chance;
    this.random = random;
    this.G = aurum.newGame(players, chance.marker(random, players), { autoSkip, expert });
    this.startRound();
  }

  startRound() {
    aurum.startRound(this.G, this.chance.deck(this.random, aurum.cardsOf(this.G).base));
  }

  get over() {
    return this.G.winners !== null;
  }

  move(seat, [name, ...given]) {
    const { G } = this;
    if (!aurum.moves[name](G, seat, ...given)) return false;
    if (G.phase === "scoring") {
      aurum.scoreRound(G);
      if (!this.over) this.startRound();
    }
    return true;
  }

  close() {}
}
