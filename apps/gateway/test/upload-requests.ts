import type { UploadSessionResponse } from '@earshot/dto-storage';
import type { GatewayApp } from './gateway-app.js';

type Sent = RequestInit & { key?: string | null; number?: number | string };

/** Asks a gateway about uploads, with a key that a suite has made. */
export class UploadRequests {
  key = '';

  constructor(private readonly gateway: GatewayApp) {}

  init(body: object, options: object = { key: this.key }): Promise<Response> {
    return this.gateway.fetch('/api/v1/upload/init', { json: body, ...options });
  }

  /** @returns the id of a new session. */
  async begun(total_parts_count = 10): Promise<string> {
    return ((await (await this.init({ total_parts_count })).json()) as UploadSessionResponse).session_id;
  }

  pathOf(session_id: string, part_number: number | string = 1): string {
    return `/api/v1/upload/part?${new URLSearchParams({ session_id, part_number: String(part_number) }).toString()}`;
  }

  send(sessionId: string, body: RequestInit['body'], { number, ...rest }: Sent = {}): Promise<Response> {
    const request = { method: 'POST', key: this.key, body, duplex: 'half', ...rest };
    return this.gateway.fetch(this.pathOf(sessionId, number), request as RequestInit);
  }
}

/** What an error says, with its status. */
export async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: object };
  return { status: answer.status, ...error };
}
