import type { ReactNode } from 'react';
import { Logo } from '../ui/logo.js';
import styles from './sign-in.module.css';

/** A page outside of the frame of the views. */
export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Logo />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
