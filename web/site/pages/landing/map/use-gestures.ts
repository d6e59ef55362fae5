import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { type Point, panned, type Size, type View, zoomed } from '#web/shared/map/view.ts';

const STEP = 80;
/** Zoom per pixel of the wheel; a notch of most mice is 100. */
const PER_PIXEL = 0.0035;
/** Pixels. A shorter drag is a press with a trembling finger. */
const LEAST_DRAG = 4;

type Change = (next: (view: View) => View) => void;

/**
 * Drag, pinch, wheel with Ctrl and keys. A touchpad's pinch is a wheel with Ctrl; without Ctrl, the page
 * scrolls.
 */
export function useGestures(element: RefObject<HTMLElement | null>, size: Size, change: Change) {
  const pointers = useRef(new Map<number, Point>());
  const isDragged = useRef(false);

  const zoomByWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const at = fromMiddle(event, size);
    change((view) => zoomed(view, -event.deltaY * PER_PIXEL, at));
  });
  useEffect(() => {
    // native listener, as React's cannot keep the page from zooming
    const follow = (event: WheelEvent) => zoomByWheel(event);
    const { current } = element;
    current?.addEventListener('wheel', follow, { passive: false });
    return () => current?.removeEventListener('wheel', follow);
  }, [element]);

  function press(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    if (pointers.current.size === 0) isDragged.current = false;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function move(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!isDragged.current && pointers.current.size === 1 && distance(before, now) < LEAST_DRAG) return;
    // pointer captured by the map, wherever the finger goes
    if (!isDragged.current) event.currentTarget.setPointerCapture(event.pointerId);
    isDragged.current = true;
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    pointers.current.set(event.pointerId, now);
    if (!other) return change((view) => panned(view, before.x - now.x, before.y - now.y));
    const [was, is] = [middle(before, other), middle(now, other)];
    const by = Math.log2(Math.max(1, distance(now, other)) / Math.max(1, distance(before, other)));
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: is.x - box.left - size.width / 2, y: is.y - box.top - size.height / 2 };
    change((view) => zoomed(panned(view, was.x - is.x, was.y - is.y), by, at));
  }

  function release(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId);
  }

  function type(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = KEYS[event.key];
    if (!next) return;
    event.preventDefault();
    change(next);
  }

  return {
    wasDragged: () => isDragged.current,
    listeners: {
      onPointerDown: press,
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown: type,
    },
  };
}

const KEYS: Readonly<Record<string, (view: View) => View>> = {
  ArrowLeft: (view) => panned(view, -STEP, 0),
  ArrowRight: (view) => panned(view, STEP, 0),
  ArrowUp: (view) => panned(view, 0, -STEP),
  ArrowDown: (view) => panned(view, 0, STEP),
  '+': (view) => zoomed(view, 1),
  '=': (view) => zoomed(view, 1),
  '-': (view) => zoomed(view, -1),
};

function fromMiddle(event: WheelEvent, { width, height }: Size): Point {
  const { currentTarget, clientX, clientY } = event;
  const box = currentTarget instanceof Element ? currentTarget.getBoundingClientRect() : { left: 0, top: 0 };
  return { x: clientX - box.left - width / 2, y: clientY - box.top - height / 2 };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
