import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Cluster } from './cluster.js';
import type { NodeLink } from './node-link.js';
import { NodeLinks } from './node-links.js';

const node = { host: 'broker', port: 9_092 };

describe(NodeLinks.name, () => {
  let opened: { isOpen: boolean; retired: boolean; close: () => void; retire: () => void }[];
  let links: NodeLinks;

  beforeEach(() => {
    opened = [];
    const connect = async (): Promise<NodeLink> => {
      const link = {
        isOpen: true,
        retired: false,
        close: () => void (link.isOpen = false),
        retire: () => void (link.retired = true),
      };
      opened.push(link);
      return link as unknown as NodeLink;
    };
    links = new NodeLinks({ connect } as unknown as Cluster);
  });

  it('opens one for all who ask at the same time, and for those who come later', async () => {
    expect(links.openTo(node)).toBeUndefined();
    const [first, second] = await Promise.all([links.to(node), links.to(node)]);
    expect([second, await links.to(node), links.openTo(node)]).toEqual([first, first, first]);
    expect(opened).toHaveLength(1);
  });

  it('opens another in place of one that is broken', async () => {
    await links.to(node);
    opened[0]?.close();
    expect(links.openTo(node)).toBeUndefined();
    expect((await links.to(node)).isOpen).toBe(true);
    expect(opened.map(({ retired }) => retired)).toEqual([true, false]);
  });

  it('closes those too that were just being opened', async () => {
    const opening = links.to(node);
    await links.close();
    expect((await opening).isOpen).toBe(false);
  });
});
