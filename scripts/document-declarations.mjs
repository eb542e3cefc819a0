// Writes the texts of schemas, operations and options into the compiled declarations, so that
// editors show them. OpenAPI, the documents and the page use the same texts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

const dist = resolve(process.argv[2] ?? 'dist')

/** Returns the text of a JSDoc comment with these lines. */
const comment = (text, indent) => {
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `/** ${lines[0]} */\n${indent}`
    : `/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n${indent}`
}

const hasComment = (node) => ts.getJSDocCommentsAndTags(node).length > 0

/** Returns the name of a type such as TObject, also of `import("…").TObject`. */
const nameOf = (node) => {
  const name = ts.isImportTypeNode(node) ? node.qualifier : node.typeName
  return name && (ts.isIdentifier(name) ? name.text : name.right.text)
}

const modules = new Map()
/** Returns a compiled module of a declaration file. */
const moduleOf = async (file) => {
  if (!modules.has(file))
    modules.set(file, await import(pathToFileURL(file.replace(/\.d\.ts$/, '.js')).href))
  return modules.get(file)
}

/** Comments of schemas by their `$id`. */
const commentsOfIds = new Map()
/** Comments of the members that operations have. */
const commentsOfParts = new Map()

const commentOf = (node) => {
  const [found] = ts.getJSDocCommentsAndTags(node)
  return found && ts.getTextOfJSDocComment(found.comment)
}

/** Reads the comments that other places repeat. */
async function readComments(file) {
  const source = sourceOf(file)
  const module = await moduleOf(file)
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) {
        const id = module[name.text]?.$id
        const text = commentOf(statement)
        if (id !== undefined && text) commentsOfIds.set(id, text)
      }
    else if (ts.isInterfaceDeclaration(statement) && partsIn.has(statement.name.text))
      for (const member of statement.members) {
        const text = commentOf(member)
        if (text) commentsOfParts.set(member.name.text, text)
      }
}

/** Interfaces whose members every operation has. */
const partsIn = new Set(['ControlOperation', 'Operation', 'Method', 'Endpoint'])

const sourceOf = (file) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

/** Returns the text about a value of a declaration. */
const textOf = (value) => {
  if (typeof value !== 'object' || value === null) return undefined
  if (value.operation?.summary) return textOf(value.operation)
  if (typeof value.summary === 'string') return sentences(value.summary, value.description)
  return value.description ?? commentsOfIds.get(value.$id)
}

const sentences = (...texts) =>
  texts
    .filter((text) => text !== undefined)
    .map((text) => (/[.?!:]$/.test(text) ? text : `${text}.`))
    .join(' ')

/** Walks a type and the value that it describes, and notes the texts of members without one. */
function walk(type, value, note) {
  if (!type || value === undefined || value === null) return
  if (ts.isParenthesizedTypeNode(type)) return walk(type.type, value, note)
  if (ts.isTypeOperatorNode(type)) return walk(type.type, value, note)
  if (ts.isIntersectionTypeNode(type)) {
    for (const part of type.types) walk(part, value, note)
    return
  }
  if (ts.isTupleTypeNode(type)) {
    type.elements.forEach((element, index) => {
      walk(element, value[index], note)
    })
    return
  }
  if (ts.isTypeLiteralNode(type)) {
    for (const member of type.members) {
      if (!ts.isPropertySignature(member)) continue
      const name = member.name.text
      const inner = value[name]
      const isPart = 'operationId' in value || 'section' in value
      note(
        member,
        textOf(inner) ??
          (isPart ? commentsOfParts.get(name) : (fieldTexts[name] ?? textOf(actionSchemas[name]))),
      )
      walk(member.type, inner, note)
      if (typeof inner === 'function' && value.operation)
        walkNames(member.type, textsIn(value.operation), note)
    }
    return
  }
  if (!ts.isTypeReferenceNode(type) && !ts.isImportTypeNode(type)) return
  const alias = type
    .getSourceFile()
    .statements.find(
      (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === nameOf(type),
    )
  if (alias) return walk(alias.type, value, note)
  const [first] = type.typeArguments ?? []
  const name = nameOf(type)
  if (name === 'TObject') walk(first, value.properties, note)
  else if (name === 'TArray') walk(first, value.items, note)
  else if (name === 'TOptional' || name === 'TReadonly') walk(first, value, note)
  else if (name === 'TUnion') walk(first, value.anyOf, note)
  else if (name === 'TIntersect') walk(first, value.allOf, note)
  else if (name === 'TTuple') walk(first, value.items, note)
  else if (name === 'TRecord')
    walk(type.typeArguments[1], Object.values(value.patternProperties ?? {})[0], note)
  else
    for (const [index, key] of (partsOf[name] ?? []).entries())
      walk(type.typeArguments?.[index], value[key], note)
}

/** Members in the order of the type arguments. */
const partsOf = {
  Operation: ['params', 'query', 'body', 'response'],
  Method: ['params', 'result'],
}

/** Returns the texts of all fields in the schemas of an operation, by name; the outer one wins. */
function textsIn({ params, query, body, response }) {
  const texts = {}
  const open = [params, query, body, response]
  for (let schema = open.shift(); schema !== undefined || open.length > 0; schema = open.shift()) {
    for (const [name, field] of Object.entries(schema?.properties ?? {}))
      texts[name] ??= textOf(field)
    open.push(
      ...Object.values(schema?.properties ?? {}),
      ...[schema?.anyOf ?? [], schema?.items ?? []].flat(),
    )
  }
  return texts
}

/** Notes the texts of members by their names alone. */
function walkNames(node, texts, note) {
  if (isMember(node) && node.name && ts.isIdentifier(node.name)) note(node, texts[node.name.text])
  ts.forEachChild(node, (child) => walkNames(child, texts, note))
}

const isMember = (node) =>
  ts.isPropertySignature(node) || ts.isMethodSignature(node) || ts.isPropertyDeclaration(node)

/** Writes the texts into a file. */
async function document(file, texts = {}) {
  const module = await moduleOf(file)
  const source = sourceOf(file)
  const { text } = source
  const insertions = []
  const noted = new Set()
  const note = (member, description) => {
    if (description === undefined || noted.has(member) || hasComment(member)) return
    noted.add(member)
    const at = member.getStart(source)
    const indent = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).replace(/\S.*/, '')
    insertions.push({ at, text: comment(description, indent) })
  }
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, type } of statement.declarationList.declarations) {
      const value = module[name.text]
      note(statement, textOf(value))
      walk(type, value, note)
    }
  }
  // Static types of schemas, and what functions take and return, have no schema beside them.
  const walkRest = (node) => {
    if (isMember(node) && node.name && ts.isIdentifier(node.name)) {
      const name = node.name.text
      note(
        node,
        texts[name] ?? fieldTexts[name] ?? commentsOfParts.get(name) ?? textOf(actionSchemas[name]),
      )
    }
    ts.forEachChild(node, walkRest)
  }
  walkRest(source)
  if (insertions.length === 0) return
  let written = ''
  let from = 0
  for (const { at, text: inserted } of insertions.sort((a, b) => a.at - b.at)) {
    written += text.slice(from, at) + inserted
    from = at
  }
  writeFileSync(file, written + text.slice(from))
}

const filesBelow = (folder) =>
  readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(dist, folder, name))
const schemas = filesBelow('schemas')
const { fieldTexts } = await moduleOf(join(dist, 'schemas/field-texts.d.ts'))
const { actionSchemas } = await moduleOf(join(dist, 'schemas/control/actions/index.d.ts'))
for (const file of schemas) await readComments(file)
for (const file of [...schemas, ...filesBelow('src/formats')]) await document(file)

const config = join(dist, 'src/config/config.d.ts')
const { options } = await moduleOf(join(dist, 'src/config/options.d.ts'))
await document(
  config,
  Object.fromEntries(options.map(({ key, help, flag }) => [key, `${help}. Option \`--${flag}\`.`])),
)
await document(join(dist, 'src/config/option-values.d.ts'))
