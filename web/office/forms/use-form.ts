import {
  type ChangeEvent,
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import type { TextField } from '#web/shared/ui/Field.tsx';

/** By field, what is wrong with it; under `form`, what no field is to blame for. */
export type Wrong<V> = { [field in keyof V | 'form']?: string | undefined };

export function sentencesOf<V>(found: { [field in keyof V]?: { message: string } }): Wrong<V> {
  // each field's sentence stays with its field
  return Object.fromEntries(
    Object.entries<{ message: string } | undefined>(found).map(([field, wrong]) => [field, wrong?.message]),
  ) as Wrong<V>;
}

type Options<V> = {
  /** what is stored; when it changes, so do the fields that nobody is typing in */
  stored: V;
  /** what can be said before anything is sent */
  check: (values: V) => Wrong<V>;
  /** the field that a refusal of the server speaks of, by its code */
  fieldOf: Readonly<Record<string, keyof V>>;
  /** gives the values as they are stored now, and what is wrong with those that are not */
  send: (values: V) => Promise<{ values: V; wrong?: Wrong<V> }>;
  /** what follows, once nothing is unsaved any more */
  onSaved: () => unknown;
  /** where Escape leads */
  backTo: string;
};

type TextOf<V> = { [field in keyof V]: V[field] extends string ? field : never }[keyof V];

export type Form<V> = {
  stored: V;
  values: V;
  wrong: Wrong<V>;
  isSaving: boolean;
  isChanged: boolean;
  /** as isChanged, at the moment it is asked */
  isUnsaved: () => boolean;
  set: <F extends keyof V>(field: F, value: V[F]) => void;
  /** what makes a field of text one of the form's */
  text: (field: TextOf<V>) => Pick<ComponentProps<typeof TextField>, 'error' | 'value' | 'onChange'>;
  /** of the form itself */
  props: Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit' | 'onKeyDown'>;
};

/** A form that loses nothing: what was typed stays after a failure, and is not left without a word. */
export function useForm<V extends object>(options: Options<V>): Form<V> {
  const { stored, check, fieldOf, send, onSaved, backTo } = options;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(stored);
  // what the fields are compared with: as last loaded or sent
  const [base, setBase] = useState(stored);
  const [loaded, setLoaded] = useState(stored);
  const [wrong, setWrong] = useState<Wrong<V>>({});
  const [isSaving, setSaving] = useState(false);
  const isChanged = !isSame(values, base);
  const unsaved = useRef(false);
  const isUnsaved = useCallback(() => unsaved.current, []);
  useEffect(() => {
    unsaved.current = isChanged;
  }, [isChanged]);

  if (!isSame(stored, loaded)) {
    setLoaded(stored);
    setBase(stored);
    if (!isChanged) setValues(stored);
  }
  useEffect(() => {
    if (Object.values(wrong).some(Boolean)) focusFirstWrong(form.current);
  }, [wrong]);

  function set<F extends keyof V>(field: F, value: V[F]) {
    setValues((former) => ({ ...former, [field]: value }));
    if (wrong[field] || wrong.form) setWrong(({ [field]: _, form: __, ...others }) => others as Wrong<V>);
  }

  function text(field: TextOf<V>) {
    return {
      error: wrong[field],
      // both are texts: TextOf names no other field
      value: values[field] as string,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set(field, event.currentTarget.value as V[TextOf<V>]),
    };
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    const found = check(values);
    setWrong(found);
    if (Object.values(found).some(Boolean)) return;
    setSaving(true);
    try {
      const sent = await send(values);
      setBase(sent.values);
      if (sent.wrong) return setWrong(sent.wrong);
      setValues((now) => (now === values ? sent.values : now));
      unsaved.current = false;
    } catch (error) {
      return setWrong(wrongOf(error));
    } finally {
      setSaving(false);
    }
    await onSaved();
  }

  function wrongOf(error: unknown): Wrong<V> {
    if (!(error instanceof ApiFailure)) throw error;
    // the session is over: the way to login is the handler's (spec 8)
    if (error.status === 401) showFailure(error);
    const field = fieldOf[error.code] ?? 'form';
    return { [field]: error.message } as Wrong<V>;
  }

  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(backTo);
  }

  const props = {
    ref: form,
    noValidate: true,
    onSubmit: (event: FormEvent) => void submit(event),
    onKeyDown: leave,
  };
  return { stored, values, wrong, isSaving, isChanged, isUnsaved, set, text, props };
}

function focusFirstWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
}

/** Values of a form are texts, numbers, booleans, files and lists of texts. */
function isSame(a: object, b: object): boolean {
  const others = b as Record<string, unknown>;
  return Object.entries(a).every(([field, value]) => {
    const other = others[field];
    if (!Array.isArray(value) || !Array.isArray(other)) return value === other;
    return value.length === other.length && value.every((each) => other.includes(each));
  });
}
