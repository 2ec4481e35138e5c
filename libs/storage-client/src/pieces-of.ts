/**
 * Splits bytes into pieces of one size; the last may be shorter.
 *
 * All pieces share one buffer, so a piece is valid until the next one is read: buffers outside the heap would pile up
 * between garbage collections.
 */
export async function* piecesOf(source: AsyncIterable<Uint8Array>, pieceBytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  let size = 0;
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length;) {
      const taken = Math.min(pieceBytes - size, chunk.length - from);
      piece.set(chunk.subarray(from, from + taken), size);
      from += taken;
      size += taken;
      if (size < pieceBytes) continue;
      yield piece;
      size = 0;
    }
  }
  if (size > 0) yield piece.subarray(0, size);
}
