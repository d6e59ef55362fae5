import { useEffect } from 'react';
import { Toast } from '#web/shared/ui/Toast.tsx';
import { clearAnnouncement, useAnnouncement } from '../announce.ts';

const SHOWN_MS = 8000;

export function Announcement() {
  const { id, text, isFailure } = useAnnouncement();
  useEffect(() => {
    if (id === 0 || isFailure) return;
    const end = setTimeout(clearAnnouncement, SHOWN_MS);
    return () => clearTimeout(end);
  }, [id, isFailure]);
  return <Toast id={id} text={text} tone={isFailure ? 'failure' : 'success'} onClose={clearAnnouncement} />;
}
