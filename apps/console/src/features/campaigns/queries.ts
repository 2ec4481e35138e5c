import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';

/** An A/B campaign of the project. */
export type Campaign = Schemas['AbCampaign'];

function readReport(project: string, campaign: string, signal: AbortSignal) {
  const params = { path: { project, campaign } };
  return bodyOf(api.GET('/api/v1/projects/{project}/ab_campaigns/{campaign}/report', { params, signal }));
}

async function readHistory(project: string, campaign: string, signal: AbortSignal) {
  const params = { path: { project, campaign } };
  const path = '/api/v1/projects/{project}/ab_campaigns/{campaign}/report/history';
  return (await bodyOf(api.GET(path, { params, signal }))).data;
}

/** The report of a campaign. */
export type Report = Awaited<ReturnType<typeof readReport>>;

/** A model of a report. */
export type ReportedModel = Report['models'][number];

/** The points of a report over time, the oldest first. */
export type History = Awaited<ReturnType<typeof readHistory>>;

/** Key of all queries of campaigns. */
export const campaignsKey = (project: string) => ['resource', project, 'ab_campaigns'] as const;

/** The campaigns of a project, the newest first. */
export const campaignsQuery = (project: string) =>
  queryOptions({
    queryKey: campaignsKey(project),
    queryFn: async ({ signal }) => {
      const campaigns = await allPages<Campaign>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/ab_campaigns', {
            params: { path: { project }, query: { limit: 100, cursor } },
            signal,
          }),
        ),
      );
      return campaigns.sort((one, other) => other.created_at.localeCompare(one.created_at));
    },
  });

/** One campaign. */
export const campaignQuery = (project: string, campaign: string) =>
  queryOptions({
    queryKey: [...campaignsKey(project), campaign],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/projects/{project}/ab_campaigns/{campaign}', {
          params: { path: { project, campaign } },
          signal,
        }),
      ),
  });

/** The current report of a campaign. */
export const reportQuery = (project: string, campaign: string) =>
  queryOptions({
    queryKey: [...campaignsKey(project), campaign, 'report'],
    queryFn: ({ signal }) => readReport(project, campaign, signal),
  });

/** The report of a campaign over time. */
export const historyQuery = (project: string, campaign: string) =>
  queryOptions({
    queryKey: [...campaignsKey(project), campaign, 'history'],
    queryFn: ({ signal }) => readHistory(project, campaign, signal),
  });

/** Starts a campaign. @throws ApiError */
export function createCampaign(project: string, body: Schemas['CreateAbCampaign'], key: string): Promise<Campaign> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/ab_campaigns', { params, body }));
}

/** Ends a campaign without a winner. @throws ApiError */
export function cancelCampaign(project: string, campaign: string, key: string): Promise<Campaign> {
  const params = { path: { project, campaign }, header: { 'Idempotency-Key': key } };
  const body = { status: 'cancelled' } as const;
  return bodyOf(api.PATCH('/api/v1/projects/{project}/ab_campaigns/{campaign}', { params, body }));
}

/** Deletes a campaign with its report. @throws ApiError */
export function deleteCampaign(project: string, campaign: string, key: string): Promise<unknown> {
  const params = { path: { project, campaign }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.DELETE('/api/v1/projects/{project}/ab_campaigns/{campaign}', { params }));
}
