// The times of leases, in milliseconds of a node's own clock.

/** How often a node renews its lease, and looks at those of the others. */
export const renewEveryMs = 1_000;
/** A lease holds for so long from the start of the last renewal that the store has confirmed. */
export const heldMs = 4_000;
/** A node ends the lease of another whose counter it has seen stand still for so long: later than that one stops to hold. */
export const goneAfterMs = 5_000;
/** How often a node whose address another lease has looks whether that one is gone. */
export const takenEveryMs = 250;
/** A request to a node that stops, or cannot be reached, waits for so long until another one has the world, and looks so often. */
export const handOverMsMax = 2_000;
export const handOverEveryMs = 50;
/** How long it may take to connect to another node. */
export const connectMsMax = 2_000;
/** A node that stops hands over so many worlds at once, and for so long. */
export const handOversMax = 8;
export const drainMsMax = 15_000;
/** By then, the other nodes have seen that a node hands its worlds over, and send it no requests of worlds that it has left. */
export const noticedMs = 1_200;
/** How long a node may take to reserve a world: it may have to end a hand-over first. */
export const reserveMsMax = handOverMsMax + 500;
/** For so long a node does not hand a world over that another one has reserved, for a request that it sends at once. */
export const reservedMs = 1_000;
/** Worlds whose last place is remembered. */
export const placesMax = 10_000;
