// Who imports the library sees the layers below it too, and so does every file here.
@_exported public import CivilTime
@_exported public import Folder
@_exported public import Text
