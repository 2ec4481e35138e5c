const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** A session expires when no part came for so long, ms (interface, section 6). */
export const expiresAfterMs = 7 * dayMs;

/** How long a session that has ended is told of, ms: longer than anybody looks for it. */
export const rememberedForMs = 30 * dayMs;

/** How long an address for a piece is good, s. It is used at once, so this only covers clocks that differ and a busy bucket. */
export const pieceUrlValidS = 300;

/**
 * How long a piece may be on its way, ms. A request ends within the hour, however slow its line; where the gateway died before it could say that
 * the piece had arrived, or had to be given up, it lies there until then.
 */
export const pieceArrivesWithinMs = 2 * hourMs;

/** How long one process has a file to itself while it puts it together, ms; it says again and again that it still does. */
export const leaseMs = 15_000;
