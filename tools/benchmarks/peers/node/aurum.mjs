// Aurum's rules on one plain object, G, that the functions below change in place.
//
// Nothing here knows about boardgame.io, which calls the same functions on its drafts (boardgame.mjs). Players are
// seats, from 0 on, clockwise. Cards are places in two look-ups that never change and so are no part of G. R.. and A..
// are the numbers of docs/aurum-rules.md; options, preferences and house settings other than auto-skip and the expert
// variant are left out.

export const GOLD = "G";
export const HAND_SIZE = 12; // R12
const SUPPLY = [1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8]; // R6, R7
const GOLD_POINTS = [0, 1, 1, 1, 2, 2, 2, 3, 3]; // R9
const NUGGETS_TO_WIN = 2; // R1
const TRUMP = 100; // added to a gold card's number, so that a 0 ranks above base metal (R41, A24)

// -- cards

/** All cards of a table: `suits` and `numbers` by card, and the cards of a kind (R4-R8). */
function makeCards(players) {
  const cards = { suits: [], numbers: [], base: [], zeros: [], supply: [] };
  const add = (kind, suit, number) => {
    cards[kind].push(cards.suits.length);
    cards.suits.push(suit);
    cards.numbers.push(number);
  };
  for (const suit of "BCPSZ".slice(0, players + 1)) {
    for (let number = 1; number <= players + 6; number++) add("base", suit, number);
  }
  for (let seat = 0; seat < players; seat++) add("zeros", GOLD, 0);
  for (const number of SUPPLY.slice(0, players + 7)) add("supply", GOLD, number);
  return cards;
}

const ALL_CARDS = { 3: makeCards(3), 4: makeCards(4) };

export const cardsOf = (G) => ALL_CARDS[G.hands.length];

export const label = (G, card) => cardsOf(G).suits[card] + cardsOf(G).numbers[card];

// -- players

const next = (G, seat) => (seat + 1) % G.hands.length;

/** The seats of each side: single players, or partners sitting opposite (R2, R3). */
const sides = (G) => (G.hands.length === 4 ? [[0, 2], [1, 3]] : [[0], [1], [2]]);

const bidders = (G, seat) => (G.hands.length === 4 ? [seat, (seat + 2) % 4] : [seat]); // R24, R25

export const bidsTogether = (G) => G.hands.length === 3; // R17, R18

// -- a game and its rounds

export function newGame(players, marker, { autoSkip = false, expert = false } = {}) {
  const each = (value) => Array(players).fill(value);
  return {
    expert,
    autoSkip: each(autoSkip),
    marker,
    nuggets: each(0),
    winners: null,
    rounds: [],
    hands: each([]),
    phase: "bidding",
  };
}

/** Start a round with the base metal cards in this order: twelve to each seat, the rest face up (R11-R15). */
export function startRound(G, deck) {
  const cards = cardsOf(G);
  const players = G.hands.length;
  G.hands = G.hands.map((_, seat) => deck.slice(seat * HAND_SIZE, (seat + 1) * HAND_SIZE));
  G.extra = deck.slice(players * HAND_SIZE);
  G.gold = G.hands.map((_, seat) => (G.expert ? [] : [cards.zeros[seat]]));
  G.supply = [...cards.supply];
  G.bids = Array(players).fill(null);
  G.tricks = Array(players).fill(0);
  G.starter = G.marker;
  G.phase = "bidding";
  G.turn = bidsTogether(G) ? 0 : G.marker;
  startTrick(G);
}

function startTrick(G) {
  G.trick = [];
  G.closed = "";
  G.asked = 0;
}

// -- what is legal

/** Everything a seat may do now, as [name, ...arguments]. */
export function legalMoves(G, seat) {
  if (G.phase === "bidding") {
    if (G.bids[seat] !== null) return bidsTogether(G) ? [["cancelBid"]] : [];
    return bidsTogether(G) || seat === G.turn ? G.hands[seat].map((card) => ["bid", card]) : [];
  }
  if (seat !== G.turn) return [];
  return G.phase === "changing" ? changes(G, seat) : plays(G, seat);
}

function changes(G, seat) {
  const found = [];
  for (const gold of differentGold(G, seat)) {
    for (const card of G.hands[seat]) {
      for (const bidder of bidders(G, seat)) found.push(["changeBid", gold, card, bidder]);
    }
  }
  found.push(["keepBid"]);
  return found;
}

function plays(G, seat) {
  const { suits } = cardsOf(G);
  const found = [];
  for (const card of G.hands[seat]) if (!G.closed.includes(suits[card])) found.push(["play", card]);
  const mayPass = found.length === 0; // R36
  if (G.closed) for (const card of differentGold(G, seat)) found.push(["play", card]); // R32, R34, A2
  if (mayPass) found.push(["pass"]);
  return found;
}

/** Of two gold cards with one number the first stands for both: they are one move. */
function differentGold(G, seat) {
  const { numbers } = cardsOf(G);
  const held = G.gold[seat];
  return held.filter((card, place) => held.findIndex((other) => numbers[other] === numbers[card]) === place);
}

function hasBasePlay(G, seat) {
  const { suits } = cardsOf(G);
  return G.hands[seat].some((card) => !G.closed.includes(suits[card]));
}

const mustPass = (G, seat) => !(G.closed && G.gold[seat].length) && !hasBasePlay(G, seat); // R37, R40

// -- the moves: each returns false, and changes nothing, where it is not legal

export function bid(G, seat, card) {
  const hand = G.hands[seat];
  const place = hand.indexOf(card);
  if (place < 0 || G.bids[seat] !== null || !(bidsTogether(G) || seat === G.turn)) return false;
  hand.splice(place, 1);
  G.bids[seat] = card;
  G.turn = bidsTogether(G) ? G.bids.indexOf(null) : next(G, seat);
  if (!G.bids.includes(null)) askAboutBids(G);
  return true;
}

export function cancelBid(G, seat) {
  if (G.phase !== "bidding" || G.bids[seat] === null || !bidsTogether(G)) return false;
  G.hands[seat].push(G.bids[seat]);
  G.bids[seat] = null;
  G.turn = G.bids.indexOf(null);
  return true;
}

export function changeBid(G, seat, gold, card, bidder) {
  const hand = G.hands[seat];
  const [spent, place] = [G.gold[seat].indexOf(gold), hand.indexOf(card)];
  if (G.phase !== "changing" || spent < 0 || place < 0 || !bidders(G, seat).includes(bidder)) return false;
  G.gold[seat].splice(spent, 1);
  G.supply.push(gold); // A11
  hand.splice(place, 1, G.bids[bidder]); // A9, A10
  G.bids[bidder] = card;
  G.asked++;
  askAboutBids(G);
  return true;
}

export function keepBid(G) {
  if (G.phase !== "changing") return false;
  G.asked++;
  askAboutBids(G);
  return true;
}

export function play(G, seat, card) {
  const { suits } = cardsOf(G);
  if (G.phase !== "playing") return false;
  const suit = suits[card];
  const pile = suit === GOLD ? G.gold[seat] : G.hands[seat];
  const place = pile.indexOf(card);
  if (place < 0 || (suit === GOLD ? !G.closed : G.closed.includes(suit))) return false;
  pile.splice(place, 1);
  if (suit !== GOLD) G.closed += suit;
  G.trick.push([seat, card]);
  if (G.trick.length === G.hands.length) endTrick(G);
  else giveTurn(G, next(G, seat));
  return true;
}

export function pass(G, seat) {
  if (G.phase !== "playing" || hasBasePlay(G, seat)) return false;
  endRound(G);
  return true;
}

export const moves = { bid, cancelBid, changeBid, keepBid, play, pass };

// -- what follows from them

/** Ask whoever can change a bid, clockwise from the starter, then start the trick (R21, R27, A8, A12, A13). */
function askAboutBids(G) {
  const players = G.hands.length;
  for (; G.asked < players; G.asked++) {
    const seat = (G.starter + G.asked) % players;
    if (!G.autoSkip[seat] && G.hands[seat].length && G.gold[seat].length) {
      G.phase = "changing";
      G.turn = seat;
      return;
    }
  }
  G.phase = "playing";
  giveTurn(G, G.starter);
}

/** Give the turn to a seat; one that can only pass is not asked (A3). */
function giveTurn(G, seat) {
  G.turn = seat;
  if (mustPass(G, seat)) endRound(G);
}

function endTrick(G) {
  const { suits, numbers } = cardsOf(G);
  let [winner, highest, low, lowest] = [0, -1, 0, TRUMP];
  for (const [seat, card] of G.trick) {
    const gold = suits[card] === GOLD;
    const rank = numbers[card] + (gold ? TRUMP : 0);
    if (rank >= highest) [winner, highest] = [seat, rank]; // of equal ones the last (R43)
    if (!gold && rank <= lowest) [low, lowest] = [seat, rank]; // R44, R45
  }
  G.tricks[winner]++;
  const won = G.supply.findIndex((card) => numbers[card] === lowest);
  if (won >= 0) G.gold[low].push(...G.supply.splice(won, 1)); // before gold goes back (R46)
  returnGold(G);
  G.starter = low; // R48
  startTrick(G);
  askAboutBids(G);
}

function returnGold(G) {
  const { suits } = cardsOf(G);
  for (const [, card] of G.trick) if (suits[card] === GOLD) G.supply.push(card); // R47, A14
}

/** Throw the open trick away and go on to the scores (R50, R51). */
function endRound(G) {
  returnGold(G);
  startTrick(G);
  G.phase = "scoring";
}

// -- scores

/** Score the round, give the nuggets, pass the marker on; winners are seats (R53-R64). */
export function scoreRound(G) {
  const teams = sides(G);
  const scores = teams.map((side) => score(G, side));
  const nuggets = best(scores);
  for (const place of nuggets) for (const seat of teams[place]) G.nuggets[seat]++;
  G.rounds.push({ points: scores.map((one) => one.points), nuggets });
  const won = teams.filter((side) => G.nuggets[side[0]] >= NUGGETS_TO_WIN);
  if (won.length) G.winners = won.flat();
  else G.marker = next(G, G.marker);
  G.phase = "bidding";
}

function score(G, side) {
  const { numbers } = cardsOf(G);
  const bid = Math.max(...side.map((seat) => numbers[G.bids[seat]])); // R19
  const tricks = side.reduce((sum, seat) => sum + G.tricks[seat], 0);
  const kept = side.flatMap((seat) => G.gold[seat].map((card) => numbers[card]));
  const forTricks = tricks < bid ? 0 : tricks === bid ? 2 * tricks : tricks; // R54-R56
  return {
    points: forTricks + kept.reduce((sum, number) => sum + GOLD_POINTS[number], 0),
    exact: tricks === bid,
    bestGold: Math.max(-1, ...kept), // A17
  };
}

/** The places of those with most points, narrowed by an exact bid, then by the best gold card (R58-R61). */
function best(scores) {
  const narrowed = (places, merit) => {
    const most = Math.max(...places.map((place) => merit(scores[place])));
    return places.filter((place) => merit(scores[place]) === most);
  };
  let tied = narrowed([...scores.keys()], (one) => one.points);
  tied = narrowed(tied, (one) => Number(one.exact));
  return narrowed(tied, (one) => one.bestGold);
}
