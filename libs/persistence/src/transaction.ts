import type { EntityManager } from 'typeorm';

/** An open transaction: what repositories take as their first argument, and services pass through. */
export type Transaction = EntityManager;
