/**
 * Parses the lines of a CODEOWNERS file.
 *
 * @param {string} text
 * @returns {{ pattern: string, owners: string[] }[]}
 */
export function parseCodeOwners(text) {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [pattern, ...owners] = line.split(/\s+/);
      return { pattern, owners };
    });
}

/**
 * Finds the line that owns a folder: the last match. Supports `*` and rooted folders (`/apps/gateway/`).
 *
 * @param {{ pattern: string, owners: string[] }[]} lines
 * @param {string} folder Relative to the workspace, for example `apps/gateway`.
 */
export function ownerOf(lines, folder) {
  return lines.findLast(({ pattern }) => pattern === '*' || `/${folder}/`.startsWith(pattern));
}
