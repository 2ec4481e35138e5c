/** A line for each tenant, served in turns: a tenant that asks often waits for itself, not the others for it. */
export class FairQueue<Item> {
  /** In the order of their turns. None is empty. */
  private readonly lines = new Map<string, Set<Item>>();

  /** At the end of its tenant's line; a tenant that had none comes last. */
  add(tenant: string, item: Item): void {
    const line = this.lines.get(tenant);
    if (line === undefined) this.lines.set(tenant, new Set([item]));
    else line.add(item);
  }

  /** Takes an item out of its line, wherever it stands. */
  delete(tenant: string, item: Item): void {
    const line = this.lines.get(tenant);
    if (line?.delete(item) === true && line.size === 0) this.lines.delete(tenant);
  }

  /** The first of the tenant whose turn it is; undefined when nobody waits. */
  shift(): Item | undefined {
    for (const [tenant, line] of this.lines) {
      this.lines.delete(tenant);
      for (const item of line) {
        line.delete(item);
        if (line.size > 0) this.lines.set(tenant, line);
        return item;
      }
    }
    return undefined;
  }
}
