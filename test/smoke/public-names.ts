import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'
import { root } from '../support/source-files.ts'

/** Name that a user of the package can reach. */
export interface PublicName {
  /** Entry point and path to the name: `./connect connect().faults.add`. */
  readonly path: string
  readonly symbol: ts.Symbol
}

const dist = join(root, 'dist') + sep

/** Files of the declarations of all entry points, by the name that users import. */
function entryPoints(): [name: string, file: string][] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries<{ types?: string }>(exports).flatMap(([name, { types }]) => {
    if (types === undefined) return []
    const [folder = '', end] = join(root, types).split('*')
    if (end === undefined) return [[name, folder] as [string, string]]
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(end))
      .map((file): [string, string] => [
        name.replace('*', file.slice(0, -end.length)),
        folder + file,
      ])
  })
}

/** A language service over the declarations, with a file of a user beside them. */
export function languageService(user: { readonly file: string; readonly text: string }) {
  const files = [...entryPoints().map(([, file]) => file), user.file]
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    noEmit: true,
  }
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => files,
    getScriptVersion: () => '0',
    getScriptSnapshot(name) {
      const text = name === user.file ? user.text : ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    fileExists: (name) => name === user.file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    readDirectory: ts.sys.readDirectory,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  })
  const program = service.getProgram()
  if (!program) throw new Error('the language service has a program')
  return { service, program, checker: program.getTypeChecker() }
}

const isPrivate = (declaration: ts.Declaration): boolean =>
  (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) !== 0 ||
  (ts.getNameOfDeclaration(declaration)?.kind ?? ts.SyntaxKind.Identifier) ===
    ts.SyntaxKind.PrivateIdentifier

/** Whether the package declares a name, and not TypeScript or another package. */
const isOurs = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.length > 0 &&
  declarations.every((each) => each.getSourceFile().fileName.startsWith(dist) && !isPrivate(each))

/** Every export of the entry points, and each member that can be reached from one. */
export function publicNames({
  program,
  checker,
}: Pick<ReturnType<typeof languageService>, 'program' | 'checker'>): PublicName[] {
  const names: PublicName[] = []
  const seen = new Set<ts.Type>()
  const visit = (type: ts.Type, path: string): void => {
    if (seen.has(type)) return
    seen.add(type)
    for (const argument of argumentsOf(type, checker)) visit(argument, path)
    if (type.isUnionOrIntersection()) for (const part of type.types) visit(part, path)
    if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return
    for (const symbol of checker.getPropertiesOfType(type)) {
      if (!isOurs(symbol)) continue
      names.push({ path: `${path}.${symbol.name}`, symbol })
      visit(checker.getTypeOfSymbol(symbol), `${path}.${symbol.name}`)
    }
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.parameters)
        visit(checker.getTypeOfSymbol(parameter), `${path}(${parameter.name})`)
      visit(signature.getReturnType(), `${path}()`)
    }
    const indexed = type.getStringIndexType()
    if (indexed) visit(indexed, `${path}[]`)
  }
  for (const [name, file] of entryPoints()) {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) continue
    for (const exported of checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
      if (!isOurs(symbol)) continue
      const path = `${name} ${exported.name}`
      names.push({ path, symbol })
      if (symbol.flags & ts.SymbolFlags.Type) visit(checker.getDeclaredTypeOfSymbol(symbol), path)
      if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), path)
    }
  }
  return names
}

const argumentsOf = (type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] => [
  ...(type.aliasTypeArguments ?? []),
  ...(type.flags & ts.TypeFlags.Object &&
  (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
    ? checker.getTypeArguments(type as ts.TypeReference)
    : []),
]
