import type { ChatRequest } from '../../ui/chat-snippets.js';
import type { ChatBody } from './request.js';

/** Characters of a data URL that are shown. */
const maxDataUrl = 64;

/** Returns a request as it is shown, with short images: whole ones would hide everything else. */
export function shownRequest(body: ChatBody): ChatRequest {
  return JSON.parse(JSON.stringify(body), shortened) as ChatRequest;
}

function shortened(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('data:') && value.length > maxDataUrl
    ? `${value.slice(0, maxDataUrl)}...`
    : value;
}
