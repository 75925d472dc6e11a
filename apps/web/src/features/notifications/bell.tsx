import { useEffect } from 'react'
import { Dialog, DialogContent } from '../../shared/ui/dialogs/dialog.tsx'
import { Menu, Popover } from '../../shared/ui/dialogs/drop-menu.tsx'
import { useOverlay } from '../../shared/ui/dialogs/overlays.ts'
import { Drawing } from '../../shared/ui/marks/icons.tsx'
import topBarStyles from '../../shared/ui/page/top-bar.module.css'
import { useWiderThan } from '../../shared/ui/page/use-wider-than.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './bell.module.css'
import { drawings } from './kind-mark.tsx'
import { NotificationPanel } from './panel.tsx'
import { closePanel, openPanel, usePanel } from './panel-state.ts'
import { useNotifications } from './use-notifications.ts'
import { notificationsWords } from './words/notifications-words.ts'

const useRoomForBell = () => useWiderThan(880)

const shortCount = (unread: number) => (unread > 9 ? '9+' : String(unread))

/** Its three chunks together, so that none is still loading when the menu opens. */
export function BellPart({ at }: { at: 'bar' | 'menu' | 'picture' }) {
  if (at === 'bar') return <Bell />
  return at === 'menu' ? <BellEntry /> : <UnreadDot />
}

/** The news in the bar. On narrow screens the account menu has the link, and the panel covers the page. */
function Bell() {
  const words = useWords(notificationsWords)
  const hasRoom = useRoomForBell()
  const isOpen = usePanel()
  const { unread } = useNotifications()
  useEffect(() => closePanel, [])
  useOverlay(isOpen && hasRoom === true, closePanel)
  if (!hasRoom) return <PanelSheet isOpen={isOpen} />
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && closePanel()}
      position="bottom-end"
      width={420}
      trapFocus
      closeOnEscape={false}
      returnFocus
      withinPortal={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={`${topBarStyles.topBarTool} ${styles.bell}`}
          aria-label={words.bell(unread)}
          title={words.title}
          onClick={() => (isOpen ? closePanel() : openPanel())}
        >
          <Drawing path={drawings.bell} />
          {unread > 0 && (
            <span className={`${layoutStyles.tiny} ${styles.bellCount} ${textStyles.mono}`} aria-hidden="true">
              {shortCount(unread)}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.notificationPopover} aria-label={words.title}>
        <NotificationPanel />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The menu that led here has closed by then, so the focus goes back to its button. */
function PanelSheet({ isOpen }: { isOpen: boolean }) {
  const words = useWords(notificationsWords)
  const close = () => {
    closePanel()
    document.querySelector<HTMLElement>('.account-menu-button')?.focus()
  }
  return (
    <Dialog opened={isOpen} onClose={close} fullScreen returnFocus={false} transitionProps={{ duration: 0 }}>
      <DialogContent
        label={words.title}
        className={styles.notificationSheet}
        bodyClassName={styles.notificationSheetBody}
      >
        <NotificationPanel onClose={close} />
      </DialogContent>
    </Dialog>
  )
}

/** The entry in the account menu, where there is no space for the bell. */
function BellEntry() {
  const words = useWords(notificationsWords)
  const hasRoom = useRoomForBell()
  const { unread } = useNotifications()
  if (hasRoom) return null
  return (
    <Menu.Item
      leftSection={<Drawing path={drawings.bell} />}
      rightSection={
        unread > 0 && (
          <span className={`${layoutStyles.tiny} ${styles.bellEntryCount} ${textStyles.mono}`} aria-hidden="true">
            {shortCount(unread)}
          </span>
        )
      }
      aria-label={words.bell(unread)}
      onClick={openPanel}
    >
      {words.title}
    </Menu.Item>
  )
}

/** A dot on the account's picture, for the news behind it. */
function UnreadDot() {
  const hasRoom = useRoomForBell()
  const { unread } = useNotifications()
  return hasRoom || unread === 0 ? null : <span className={partsStyles.unreadDot} aria-hidden="true" />
}
