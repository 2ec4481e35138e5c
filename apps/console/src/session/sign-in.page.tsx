import { useEffect, useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { ErrorNote, Problem } from '../ui/states.js';
import { Entrance } from './entrance.js';
import { sessionQuery, signIn } from './session.js';
import styles from './sign-in.module.css';

/** Takes the code of a one-time link from the address, and removes it there, also from the history. */
function takeCode(): string | null {
  const code = new URLSearchParams(window.location.hash.slice(1)).get('code');
  if (code !== null) window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return code;
}

const isSpentLink = (error: unknown) => error instanceof ApiError && error.code === 'sign_in_code_invalid';

/** Signs in with an API key, or with the code of a one-time link. */
export function SignInPage() {
  const [key, setKey] = useState('');
  const queries = useQueryClient();
  const router = useRouter();
  const { mutate, isPending, error } = useMutation({
    mutationFn: signIn,
    onSuccess: async (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      await router.invalidate();
    },
  });
  useEffect(() => {
    document.title = 'Sign in · Earshot';
    const code = takeCode();
    if (code !== null) mutate({ code });
  }, [mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ api_key: key.trim() });
  };
  return (
    <Entrance title="Sign in">
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="API key"
          type="password"
          value={key}
          onChange={setKey}
          placeholder="es_…"
          autoFocus
          mono
          hint="Exchanged once for a session of this browser. The key is not stored here."
        />
        {isSpentLink(error) ? (
          <Problem>
            This link was used or has expired. Run <code>npm run sign-in</code> for another one, or use an API key.
          </Problem>
        ) : (
          <ErrorNote error={error} />
        )}
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={key.trim() === ''}>
          Sign in
        </Button>
        <p className={styles.help}>
          <code>npm run sign-in</code> prints a one-time link on the machine that runs Earshot.
        </p>
      </form>
    </Entrance>
  );
}
