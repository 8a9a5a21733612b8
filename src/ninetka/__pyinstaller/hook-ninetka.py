"""The files that a frozen program needs besides modules: the pages and the JSON Schemas."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files("ninetka")
