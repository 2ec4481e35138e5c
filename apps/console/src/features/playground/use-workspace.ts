import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSearch } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { ApiError } from '../../api/api-error.js';
import { useMay } from '../../session/session.js';
import { shuffled } from './blind.js';
import { blindError } from './blind-error.js';
import { userMessage, type Message, type Turn } from './conversation.js';
import type { Draft, KeptPlayground } from './kept-playground.js';
import type { Opened } from './opened.js';
import type { ChatModel } from './queries.js';
import { requestOf, type RequestContext } from './request.js';
import { noSettings, settingErrors, type Settings } from './settings.js';
import type { ToolbarProps } from './toolbar.js';
import { useChoices, type Choices } from './use-choices.js';
import { useConversation } from './use-conversation.js';
import { useJudging, useUnloadGuard } from './use-judging.js';

/** What the view has loaded. */
export interface WorkspaceData {
  readonly project: string;
  readonly known: readonly ChatModel[];
  readonly metrics: readonly Schemas['Metric'][];
  readonly tools: readonly Schemas['Tool'][];
  readonly projectPrompt: string | null;
  readonly opened: Opened;
  readonly kept: KeptPlayground;
}

/** The state of the playground and everything that can be done. */
export type WorkspaceState = ReturnType<typeof useWorkspace>;

/** Holds the state of the playground. */
export function useWorkspace(data: WorkspaceData) {
  const { project, known, opened } = data;
  const kept = useEntered(data);
  const choices = useChoices(known, opened);
  const { settings, draft } = useSyncExternalStore(kept.subscribe, kept.entered);
  const conversation = useConversation(kept.conversation);
  const judge = useMetrics(data, choices);
  const judging = useJudging(conversation, { project, user: settings.user }, judge.metric);
  useUnloadGuard(conversation);
  const context = contextOf(data, choices, settings);
  const requestFor = (turns: readonly Turn[], model: string) => requestOf(context, turns, model);
  const models = choices.models.map(({ key }) => key);
  const last = conversation.turns.at(-1);
  const errors = settingErrors(settings);
  const ask = (messages: readonly Message[], at = conversation.turns.length) => {
    const order = choices.isBlind ? shuffled(models) : models;
    conversation.ask({ at, messages, models: order, isRecorded: settings.store }, requestFor);
  };
  return {
    project,
    choices,
    conversation,
    judging,
    judge,
    settings,
    resetSettings: () => kept.change(() => ({ settings: noSettings })),
    draft,
    changeDraft: (make: (before: Draft) => Draft) => kept.change((before) => ({ draft: make(before.draft) })),
    ask,
    notes: kept.notes,
    /** What keeps a request from being sent. */
    problem: Object.values(errors)[0] ?? null,
    /** Goes back to the previous conversation. */
    restore: () => kept.begin(conversation.previous),
    next: () => {
      kept.begin([]);
      choices.change({ from: undefined, models: models.join(',') });
    },
    /** Starts one answer of the last turn again. */
    retry: (column: number) => conversation.retry(column, requestFor),
    /** Whether other models are chosen now than those that answered last. */
    hasOtherModels: last !== undefined && !hasSameModels(last, models),
    /** Asks the chosen models the last turn. */
    askAgain: () => last !== undefined && ask(last.messages, conversation.turns.length - 1),
    currentRequest: (model: string) => requestFor(shownTurns(conversation.turns), model),
    toolbar: toolbarOf(data, choices, judge),
    settingsPanel: {
      ...settingsPanelOf(data, choices),
      settings,
      onChange: (change: Partial<Settings>) =>
        kept.change((before) => ({ settings: { ...before.settings, ...change } })),
      errors: { ...rejectedFields(last, choices.isBlind && last?.judgement === null), ...errors },
    },
  };
}

/** Enters the kept playground once, and then keeps what the address has. */
function useEntered({ kept, opened }: WorkspaceData): KeptPlayground {
  const search = useSearch({ from: '/shell/$project/playground' });
  const [entered] = useState(() => {
    kept.enter(search, opened);
    return kept;
  });
  useEffect(() => entered.showing(search), [entered, search]);
  return entered;
}

function settingsPanelOf({ project, projectPrompt, tools }: WorkspaceData, choices: Choices) {
  return {
    project,
    tools,
    templates: choices.models.flatMap(({ key, systemPrompt }) => {
      const template = systemPrompt ?? projectPrompt;
      return template === null || template === '' ? [] : [{ model: key, template }];
    }),
    hasOwnSystem: choices.hasOwnSystem,
    onOwnSystem: (isOwn: boolean) => choices.change({ system: isOwn ? 'own' : 'model' }),
    canCallTools: choices.models.some(({ hasTools }) => hasTools),
  };
}

function useMetrics({ metrics }: WorkspaceData, choices: Choices) {
  const mayJudge = useMay('feedback');
  const mayCreate = useMay('manage');
  // A thumb is true or false; a comparison fits every metric.
  const usable = metrics.filter(({ kind }) => choices.models.length > 1 || kind === 'bool');
  const chosen = usable.find(({ key }) => key === choices.metric) ?? usable[0];
  return { mayJudge, mayCreate, usable, metric: mayJudge ? (chosen?.key ?? null) : null };
}

function contextOf({ project, tools, known }: WorkspaceData, choices: Choices, settings: Settings): RequestContext {
  const toolModels = known.filter(({ hasTools }) => hasTools).map(({ key }) => key);
  return { project, settings, tools, toolModels, hasOwnSystem: choices.hasOwnSystem };
}

function toolbarOf(data: WorkspaceData, choices: Choices, judge: ReturnType<typeof useMetrics>): ToolbarProps {
  return {
    known: data.known,
    models: choices.models.map(({ key }) => key),
    onModels: (models) => choices.change({ models: models.join(',') }),
    isBlind: choices.isBlind,
    onBlind: (blind) => choices.change({ blind }),
    metrics: judge.mayJudge ? judge.usable : null,
    metric: judge.metric,
    onMetric: (metric) => choices.change({ metric }),
  };
}

function hasSameModels({ answers }: Turn, models: readonly string[]): boolean {
  return answers.length === models.length && answers.every(({ model }) => models.includes(model));
}

/** The turns whose request is shown as code: before the first message, an example. */
function shownTurns(turns: readonly Turn[]): readonly Turn[] {
  if (turns.length > 0) return turns;
  const messages = [userMessage('Hello!', [])];
  return [{ id: '', messages, answers: [], judgement: null, isRecorded: true }];
}

/** What the interface rejected in a turn, by its field. */
function rejectedFields(turn: Turn | undefined, isBlind: boolean): Record<string, string> {
  const answers = turn?.answers ?? [];
  const errors = answers.map(({ error }) => (isBlind ? blindError(error, answers) : error));
  return Object.fromEntries(
    errors.flatMap((error) =>
      error instanceof ApiError && error.param !== null ? [[error.param, error.message] as const] : [],
    ),
  );
}
