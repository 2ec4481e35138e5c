import { Inject, Injectable } from '@nestjs/common';
import { invalidRequest, type AppError } from '@earshot/errors';
import { hasMarkup, TemplateThread, type Rendered, type TemplateArguments } from '@earshot/prompt-template';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { CallSlots } from '../limits/call-slots.js';
import { Pool, type PoolRequest } from '../limits/pool.js';
import { interrupted, queueFull, systemPromptsBusy, ttftExceeded } from './chat.errors.js';
import type { ChatTarget } from './chat-target.js';
import type { PromptContext } from './prompts.js';

/** One thread renders 14,000 prompts a second; the second serves others while a template occupies the first. */
const threadCount = 2;

/** How long a prompt may wait for a thread, in ms: several times the most expensive rendering. */
const waitLimitMs = 3_000;

/** Renders system prompts in threads, one at a time for each project: an expensive template delays its own project. */
@Injectable()
export class SystemPrompts {
  readonly #turns = new CallSlots(1);
  readonly #threads = Array.from({ length: threadCount }, () => new TemplateThread());
  /** The one used last comes first, so that the other starts only where it is needed. */
  readonly #idle = new Pool<TemplateThread>([...this.#threads], (idle) => idle.length - 1);

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /**
   * The rendered system prompt of a target; null where neither the model nor the project has one.
   * @throws AppError `system_prompt_argument_missing`, `system_prompt_failed`, `template_too_expensive`;
   * `system_prompts_busy` and `queue_full` after a wait.
   */
  async render(
    target: ChatTarget,
    args: TemplateArguments,
    { signal, deadline }: Pick<PromptContext, 'signal' | 'deadline'>,
  ): Promise<string | null> {
    const { model, project } = target;
    const template = model.system_prompt ?? project.system_prompt;
    if (template === null || !hasMarkup(template)) return template;
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(waitLimitMs)]);
    const inThread = () => this.#inThread(template, args, { project: project.id, signal: waiting });
    const rendered = await this.#turns.run(project.id, inThread, waiting).catch((error: unknown) => {
      if (signal.aborted) throw deadline?.isMissed === true ? ttftExceeded() : interrupted();
      throw error === waiting.reason ? systemPromptsBusy(project.key) : error;
    });
    if (rendered.kind === 'prompt') return rendered.prompt;
    const owner = model.system_prompt === null ? `project '${project.key}'` : `model '${target.name}'`;
    if (rendered.kind === 'too_expensive') {
      this.logger.warn({ project_id: project.id, model: target.name, reason: rendered.why }, 'system prompt aborted');
    }
    throw renderErrorOf(rendered, owner);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #inThread(template: string, args: TemplateArguments, wish: PoolRequest): Promise<Rendered> {
    const thread = await this.#idle.take(wish);
    if (thread === null) throw queueFull();
    try {
      return await thread.render(template, args);
    } finally {
      this.#idle.release(thread);
    }
  }
}

function renderErrorOf(rendered: Exclude<Rendered, { kind: 'prompt' }>, owner: string): AppError {
  const prompt = `The system prompt of ${owner}`;
  const param = 'system_prompt_args';
  if (rendered.kind === 'argument_missing') {
    const message = `${prompt} requires '${rendered.name}'. Set it in 'system_prompt_args'.`;
    return invalidRequest('system_prompt_argument_missing', message, { param: `${param}.${rendered.name}` });
  }
  if (rendered.kind === 'failed') {
    return invalidRequest('system_prompt_failed', `${prompt} cannot be rendered: ${rendered.why}.`, { param });
  }
  const message = `${prompt} is too expensive to render: ${rendered.why}. Use fewer loops and filters, or send shorter 'system_prompt_args'.`;
  return invalidRequest('template_too_expensive', message, { param });
}
