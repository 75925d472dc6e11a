import { Link } from '@tanstack/react-router'
import type { ListedRequest } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { DropMenu, Menu } from '../../../shared/ui/dialogs/drop-menu.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { standingsOf } from '../request-acts.ts'
import { RequestIcon } from '../request-icon.tsx'
import { requestsWords } from '../words/requests-words.ts'
import { deleteRequests, setStanding } from './change-requests.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { QrDialog } from './qr-dialog.tsx'

type Asked = 'delete' | 'duplicate' | 'qr'

/** All actions for one request from its row. */
export function RequestMenu({ request }: { request: ListedRequest }) {
  const words = useWords(requestsWords)
  const [asked, setAsked] = useState<Asked | null>(null)
  const end = () => setAsked(null)
  const remove = () => {
    end()
    void deleteRequests([request._id])
  }
  return (
    <>
      <DropMenu position="bottom-end" width={220}>
        <Menu.Target>
          <button type="button" className={partsStyles.iconButton} aria-label={words.acts(request.title)}>
            <RequestIcon name="more" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            renderRoot={(props) => <Link to="." search={{ edit: request.slug } as never} {...props} />}
            leftSection={<RequestIcon name="edit" size={18} />}
          >
            {words.edit}
          </Menu.Item>
          {standingsOf[request.state].map((standing) => (
            <Menu.Item
              key={standing}
              leftSection={
                <RequestIcon
                  name={standing === 'pause' ? 'pause' : standing === 'close' ? 'lock' : 'requests'}
                  size={18}
                />
              }
              onClick={() => void setStanding([request._id], standing)}
            >
              {words.standings[standing]}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<Icon name="copy" size={18} />} onClick={() => setAsked('duplicate')}>
            {words.duplicate}
          </Menu.Item>
          {request.isOpenLink && (
            <Menu.Item leftSection={<RequestIcon name="qr" size={18} />} onClick={() => setAsked('qr')}>
              {words.showQr}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="bin" size={18} />} onClick={() => setAsked('delete')}>
            {words.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </DropMenu>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={words.deleteTitle(1)}
        text={words.deleteText}
        confirmLabel={words.delete}
        keepLabel={words.keep}
        onConfirm={remove}
        onKeep={end}
      />
      <DuplicateDialog request={request} isOpen={asked === 'duplicate'} onEnd={end} />
      <QrDialog request={request} isOpen={asked === 'qr'} onEnd={end} />
    </>
  )
}
