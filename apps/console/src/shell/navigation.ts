import {
  Activity,
  BookOpenCheck,
  Boxes,
  ClipboardList,
  Database,
  FlaskConical,
  Gauge,
  KeyRound,
  MessagesSquare,
  ScrollText,
  Settings,
  type LucideIcon,
} from 'lucide-react';
import type { Permission } from '../session/session.js';

/** An entry of the side bar. */
export interface NavigationEntry {
  readonly to:
    | '/$project'
    | '/$project/playground'
    | '/$project/interactions'
    | '/$project/review'
    | '/$project/campaigns'
    | '/$project/datasets'
    | '/$project/models'
    | '/$project/metrics'
    | '/$project/keys'
    | '/$project/audit'
    | '/$project/settings';
  readonly label: string;
  readonly icon: LucideIcon;
  /** Keys without it do not see the entry. */
  readonly permission: Permission;
  /** Pressed after `g`. */
  readonly key: string;
}

/** The views of a project, in the order of the side bar. */
export const navigation: readonly NavigationEntry[] = [
  { to: '/$project', label: 'Home', icon: Activity, permission: 'read', key: 'h' },
  { to: '/$project/playground', label: 'Playground', icon: MessagesSquare, permission: 'inference', key: 'p' },
  { to: '/$project/interactions', label: 'Interactions', icon: ClipboardList, permission: 'read', key: 'i' },
  { to: '/$project/review', label: 'Review', icon: BookOpenCheck, permission: 'read', key: 'r' },
  { to: '/$project/campaigns', label: 'Campaigns', icon: FlaskConical, permission: 'read', key: 'c' },
  { to: '/$project/datasets', label: 'Datasets', icon: Database, permission: 'data', key: 'd' },
  { to: '/$project/models', label: 'Models', icon: Boxes, permission: 'read', key: 'm' },
  { to: '/$project/metrics', label: 'Metrics', icon: Gauge, permission: 'read', key: 't' },
  { to: '/$project/keys', label: 'Keys', icon: KeyRound, permission: 'read', key: 'k' },
  { to: '/$project/audit', label: 'Audit', icon: ScrollText, permission: 'manage', key: 'a' },
  { to: '/$project/settings', label: 'Settings', icon: Settings, permission: 'read', key: 's' },
];
