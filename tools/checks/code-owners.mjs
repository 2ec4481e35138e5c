/**
 * The lines of a CODEOWNERS file.
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
 * The line that says who owns a folder: the last that matches. Understands `*` and rooted folders (`/apps/gateway/`), which is all
 * that our file uses.
 *
 * @param {{ pattern: string, owners: string[] }[]} lines
 * @param {string} folder relative to the workspace, for example `apps/gateway`.
 */
export function ownerOf(lines, folder) {
  return lines.findLast(({ pattern }) => pattern === '*' || `/${folder}/`.startsWith(pattern));
}
