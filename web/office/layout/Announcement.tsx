import { useEffect } from 'react';
import { Toast } from '#web/shared/ui/Toast.tsx';
import { useAnnouncement } from '../announce.ts';

const SHOWN_MS = 8000;

const clear = () => useAnnouncement.setState({ text: '' });

export function Announcement() {
  const { id, text, isFailure } = useAnnouncement();
  useEffect(() => {
    if (id === 0 || isFailure) return;
    const end = setTimeout(clear, SHOWN_MS);
    return () => clearTimeout(end);
  }, [id, isFailure]);
  return <Toast id={id} text={text} tone={isFailure ? 'failure' : 'success'} onClose={clear} />;
}
