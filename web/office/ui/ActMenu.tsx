import { Menu } from '@base-ui/react/menu';
import type { KeyboardEvent } from 'react';
import { Icon } from '#web/shared/ui/Icon.tsx';
import styles from './ActMenu.module.css';

export type Act = {
  /** key that does it while the menu is open */
  letter?: string;
  label: string;
  onAct: () => unknown;
  isDestructive?: boolean;
  isChosen?: boolean;
};

type Props = {
  anchor: HTMLElement;
  title: string;
  groups: readonly (readonly Act[])[];
  onClose: () => void;
};

/** Menu at the button that opened it, which gets the focus back. */
export function ActMenu({ anchor, title, groups, onClose }: Props) {
  function act({ onAct }: Act) {
    onClose();
    anchor.focus();
    void onAct();
  }
  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const found = groups.flat().find(({ letter }) => letter === event.key.toUpperCase());
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    act(found);
  }
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(isOpen, { reason }) => {
        if (isOpen) return;
        onClose();
        if (reason === 'escape-key') anchor.focus();
      }}
    >
      <Menu.Portal container={anchor.closest('main')}>
        <Menu.Positioner
          className={styles.place}
          anchor={anchor}
          // page behind at rest, whatever act is scrolled into view
          positionMethod="fixed"
          align="end"
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup className={styles.menu} aria-label={title} finalFocus={false} onKeyDownCapture={press}>
            {groups
              .filter((acts) => acts.length > 0)
              .map((acts) => (
                <Menu.Group key={acts[0]?.label} className={styles.group}>
                  {acts.map((one) => (
                    <Menu.Item
                      key={one.label}
                      className={styles.act}
                      data-destructive={one.isDestructive === true}
                      {...(one.letter && { 'aria-keyshortcuts': one.letter })}
                      closeOnClick={false}
                      onClick={() => act(one)}
                    >
                      <span>
                        {one.isChosen === undefined ? null : (
                          <span className={styles.mark}>
                            {one.isChosen ? (
                              <>
                                <Icon name="check" />
                                <span className="visually-hidden">choisi : </span>
                              </>
                            ) : null}
                          </span>
                        )}
                        {one.label}
                      </span>
                      <span className={styles.letter} aria-hidden="true">
                        {one.letter}
                      </span>
                    </Menu.Item>
                  ))}
                </Menu.Group>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
