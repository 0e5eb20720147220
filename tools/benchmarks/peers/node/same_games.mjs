// Plays recorded games again, one in a line of JSON on standard input, and compares everything that the rules decide.
// usage: node same_games.mjs NODE_MODULES boardgame.io|plain
// A line: {players, autoSkip, expert, marker, decks: [[card...]], moves: [{seat, legal: [move...], move}],
//          rounds: [{points, nuggets}], nuggets: [number...]}, cards and moves in notation.
import { readFileSync } from "node:fs";
import { cardsOf, label, legalMoves } from "./aurum.mjs";
import { boardgameIo, BoardgameTable, PlainTable } from "./boardgame.mjs";

const [modules, kind] = process.argv.slice(2);
const io = kind === "plain" ? null : boardgameIo(modules);

/** The notation of a move: S7, pass, keep, cancel, G0 B7, G0 B7 2 (another seat's bid). */
function written(G, seat, [name, ...given]) {
  if (name === "changeBid") {
    const [gold, card, bidder] = given;
    return `${label(G, gold)} ${label(G, card)}${bidder === seat ? "" : ` ${bidder}`}`;
  }
  return given.length ? label(G, given[0]) : name.replace("Bid", "");
}

function differ(what, mine, theirs) {
  const [here, there] = [JSON.stringify(mine), JSON.stringify(theirs)];
  if (here !== there) throw new Error(`${what}: ${here} here, ${there} recorded`);
}

function playAgain(game, number) {
  const decks = [...game.decks];
  const faces = (G) => new Map(cardsOf(G).base.map((card) => [label(G, card), card]));
  let cards;
  const chance = {
    marker: () => game.marker,
    deck: (_, base) => {
      cards ??= faces({ hands: Array(game.players) });
      const deck = decks.shift().map((name) => cards.get(name));
      differ(`game ${number}, the deck`, [...deck].sort((one, other) => one - other), base);
      return deck;
    },
  };
  const setup = { players: game.players, autoSkip: game.autoSkip, expert: game.expert, chance };
  const table = io ? new BoardgameTable(io, setup) : new PlainTable(setup);
  game.moves.forEach(({ seat, legal, move }, place) => {
    const where = `game ${number}, move ${place + 1}`;
    const { G } = table;
    if (table.over) throw new Error(`${where}: the game is over here`);
    if (move !== "cancel") differ(`${where}, whose turn`, G.turn, seat);
    const options = legalMoves(G, seat);
    differ(`${where}, legal`, options.map((one) => written(G, seat, one)).sort(), legal);
    const chosen = options.find((one) => written(G, seat, one) === move);
    if (!table.move(seat, chosen)) throw new Error(`${where}: ${move} is refused`);
  });
  differ(`game ${number}, over`, table.over, true);
  differ(`game ${number}, rounds`, table.G.rounds, game.rounds);
  differ(`game ${number}, nuggets`, table.G.nuggets, game.nuggets);
  table.close();
  return game.moves.length;
}

const games = readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
let moves = 0;
games.forEach((game, number) => { moves += playAgain(game, number); });
console.log(JSON.stringify({ games: games.length, moves }));
