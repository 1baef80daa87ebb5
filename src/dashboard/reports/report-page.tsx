import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { EmptyNote } from '../components/empty-note.tsx'
import { ViewBar } from '../components/filter/view-bar.tsx'
import { Form } from '../components/form/form.tsx'
import { Panel } from '../components/panel.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { UserText } from '../components/user-text.tsx'
import { useView, type View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { goWith, usePageLocation } from '../state/location.ts'
import { useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { ReportActions } from './report-actions.tsx'
import type { ReportKind } from './report-kind.ts'
import { parseParameters, type SavedReport, savedPath, showsSaved } from './saved.ts'
import { SavedList } from './saved-list.tsx'
import { mostSaved, useSavedStats } from './saved-stats.ts'

/** A page of reports of one kind: those saved, a form, and the result. */
export function ReportPage<Parameters extends object>({ kind }: { kind: ReportKind<Parameters> }) {
  const view = useView()
  return (
    <div class="page page-wide">
      {view ? <ReportContent kind={kind} view={view} /> : <Skeleton rows={8} />}
    </div>
  )
}

interface ReportContentProps<Parameters extends object> {
  kind: ReportKind<Parameters>
  view: View
}

function ReportContent<Parameters extends object>({ kind, view }: ReportContentProps<Parameters>) {
  const target = useTarget()
  const { query } = usePageLocation()
  const id = query.get('saved')
  const hasSaved = showsSaved(target, kind.type)
  const saved = useAnswer<SavedReport>(
    hasSaved && id ? `/api/reports/${encodeURIComponent(id)}` : null,
  )
  const list = useAnswer<{ data: SavedReport[]; count: number }>(
    hasSaved ? savedPath(target) : null,
    { query: { type: kind.type, pageSize: mostSaved } },
  )
  const stats = useSavedStats(kind, view, hasSaved)
  const changed = parseParameters(query.get('report'))
  const opened = saved.value?.id === id?.toLowerCase() ? saved.value : undefined
  const stored = changed ?? opened?.parameters ?? {}
  const value = kind.read(stored)
  // A report that cannot be run before it is filled in: the saved ones come first, if there are any.
  const needsInput = kind.Fields !== undefined && !kind.isComplete(kind.read({}))
  const isAsked = id !== null || changed !== null
  const isListed = needsInput && hasSaved && !isAsked && list.value?.data.length !== 0
  return (
    <>
      <ViewBar view={view} compares={hasSaved && kind.Brief !== undefined} />
      <div class="report-head">
        <h2>{t(kind.title)}</h2>
        <p class="soft">{t(kind.intro)}</p>
      </div>
      {hasSaved && <SavedList kind={kind} stats={stats} list={list} present={id} />}
      {id !== null && hasSaved && !opened && changed === null ? (
        <AsyncView answer={saved} rows={4}>
          {() => null}
        </AsyncView>
      ) : isListed ? null : needsInput && target.isShared && !isAsked ? (
        <Panel>
          <EmptyNote title={t('report.noneShared')} />
        </Panel>
      ) : (
        <OpenedReport
          hasForm={!(needsInput && target.isShared)}
          // Another report begins with a form of its own.
          key={`${id} ${query.get('report')}`}
          kind={kind}
          view={view}
          value={value}
          opened={opened}
          isChanged={changed !== null}
          onSaved={() => {
            list.reload()
            stats.reload()
            if (id) saved.reload()
          }}
        />
      )}
    </>
  )
}

interface OpenedReportProps<Parameters extends object> extends ReportContentProps<Parameters> {
  value: Parameters
  /** The saved report it is, or began as. */
  opened: SavedReport | undefined
  /** Whether its fields are shown; readers of a share page see what is saved. */
  hasForm: boolean
  /** Whether it differs from the saved one. */
  isChanged: boolean
  onSaved: () => void
}

function OpenedReport<Parameters extends object>({
  kind,
  view,
  value,
  opened,
  hasForm,
  isChanged,
  onSaved,
}: OpenedReportProps<Parameters>) {
  const target = useTarget()
  const [draft, setDraft] = useState(value)
  const { Fields, Result } = kind
  const isComplete = kind.isComplete(value)
  const run = async () => {
    goWith({ report: JSON.stringify(draft), at: null, page: null, sort: null })
    return { ok: true as const, value: null }
  }
  const actions = target.mayChange && target.kind === 'website' && isComplete && (
    <ReportActions
      type={kind.type}
      parameters={value}
      opened={opened}
      isChanged={isChanged}
      onSaved={onSaved}
    />
  )
  return (
    <>
      {!hasForm ? null : Fields ? (
        <Panel title={opened?.name ?? t('report.new')} actions={actions}>
          {opened?.description && (
            <p class="soft report-words">
              <UserText text={opened.description} />
            </p>
          )}
          <Form submit={t('report.run')} onSubmit={run} isDisabled={!kind.isComplete(draft)}>
            <Fields view={view} value={draft} onChange={setDraft} />
          </Form>
        </Panel>
      ) : (
        actions && <div class="page-actions page-choices">{actions}</div>
      )}
      {isComplete ? (
        <Result view={view} parameters={value} />
      ) : (
        <Panel>
          <EmptyNote title={t('report.unasked')}>
            <p>{t('report.unaskedText')}</p>
          </EmptyNote>
        </Panel>
      )}
    </>
  )
}
