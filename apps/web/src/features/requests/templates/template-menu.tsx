import { Link } from '@tanstack/react-router'
import { DropMenu, Menu } from '../../../shared/ui/dialogs/drop-menu.tsx'
import { requestFormWords } from '../form/words/request-form-words.ts'
import requestListStyles from '../list/request-list.module.css'
import { RequestIcon } from '../request-icon.tsx'
import { GALLERY } from '../request-list-params.ts'
import { useRequestWords } from '../request-words.ts'
import { useTemplates } from './use-templates.ts'

/** Beside the new-request button: the same, starting from a template. */
export function TemplateMenu() {
  const words = useRequestWords(requestFormWords)
  const { templates = [] } = useTemplates()
  return (
    <DropMenu position="bottom-end" width={260}>
      <Menu.Target>
        <button
          type="button"
          className={requestListStyles.requestTemplateButton}
          aria-label={words.templates}
          title={words.templates}
        >
          <RequestIcon name="chevron" size={18} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={requestListStyles.requestTemplates}>
        <Menu.Label>{words.templates}</Menu.Label>
        <Menu.Item renderRoot={(props) => <Link to="/dash/requests" search={{ new: GALLERY }} {...props} />}>
          {words.galleryName}
        </Menu.Item>
        {templates.map(({ _id, name }) => (
          <Menu.Item
            key={_id}
            renderRoot={(props) => <Link to="/dash/requests" search={{ new: '', template: _id }} {...props} />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropMenu>
  )
}
