// Plays whole games of Aurum and says how long a move took.
// usage: node play_aurum.mjs NODE_MODULES boardgame.io|plain PLAYERS SECONDS
import { legalMoves } from "./aurum.mjs";
import { boardgameIo, BoardgameTable, PlainTable } from "./boardgame.mjs";
import { generator, report } from "./clock.mjs";

const [modules, kind, players, seconds] = process.argv.slice(2);
const io = kind === "plain" ? { version: null } : boardgameIo(modules);
const rules = { players: Number(players), autoSkip: true, expert: false };

/** Chance by boardgame.io's own random plugin. */
const CHANCE = {
  marker: (random, seats) => random.Die(seats) - 1,
  deck: (random, cards) => random.Shuffle(cards),
};

/** Chance without it. */
const PLAIN_CHANCE = {
  marker: (random, seats) => Math.floor(random() * seats),
  deck: (random, cards) => {
    const deck = [...cards];
    for (let last = deck.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [deck[last], deck[other]] = [deck[other], deck[last]];
    }
    return deck;
  },
};

let games = 0;

function newTable() {
  const seed = `bench/${games}`;
  if (kind === "plain") return new PlainTable({ ...rules, chance: PLAIN_CHANCE, random: generator(games * 7919 + 1) });
  return new BoardgameTable(io, { ...rules, chance: CHANCE, seed });
}

function oneGame() {
  const table = newTable();
  const choose = generator(games++);
  let moves = 0;
  while (!table.over) {
    const { G } = table;
    const legal = legalMoves(G, G.turn);
    if (!table.move(G.turn, legal[Math.floor(choose() * legal.length)])) throw new Error("a legal move was refused");
    moves++;
  }
  table.close();
  return moves;
}

report(oneGame, Number(seconds), io.version ? { "boardgame.io": io.version } : {});
