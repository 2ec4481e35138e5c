import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.js';
import { buttonClass } from '../ui/button.js';

/** Leads to the projects, or to the one of the key. */
export function StartLink() {
  const { key } = useSession();
  return (
    <Link to="/" className={buttonClass()}>
      {key.project === null ? 'All projects' : `Go to ${key.project}`}
    </Link>
  );
}
