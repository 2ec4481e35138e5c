import { Page } from '../../ui/page.js';

/** Chats with one or several models. */
export function PlaygroundPage() {
  return <Page title="Playground">{null}</Page>;
}
